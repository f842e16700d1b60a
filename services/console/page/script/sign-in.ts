/** After the sign-in, leads to the part of the console that a link named. */
export const SIGN_IN = String.raw`
// A redirected browser keeps the part of the address behind the #.
const [form] = document.forms;
if (form) form.action += location.hash;
`;
