/** Whoever follows a link into the console and has to sign in first comes to where it leads. */
export const SIGN_IN = String.raw`
// A browser that is sent on keeps what stands behind the # of the address that it asked for.
const [form] = document.forms;
if (form) form.action += location.hash;
`;
