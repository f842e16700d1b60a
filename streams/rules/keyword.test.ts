import { keywordIn } from './keyword';

test.each([
  ['STOP', 'stop'],
  ['stop', 'stop'],
  [' Stop. ', 'stop'],
  ['"STOP!"', 'stop'],
  ['S.T.O.P.', 'stop'],
  ['un-stop', 'start'],
  ['st op', null],
  ["don't stop", null],
  ['STOP 🙏', 'stop'],
  ['StopAll', 'stop'],
  ['unsubscribe', 'stop'],
  ['End', 'stop'],
  ['QUIT', 'stop'],
  ['cancel', 'stop'],
  ['START', 'start'],
  ['unstop', 'start'],
  ['Help?', 'help'],
  ['please do not stop', null],
  ['STOP it', null],
  ['', null],
  ['...', null],
])('%p asks for %p (CONSENT-8)', (text, keyword) => {
  expect(keywordIn(text)).toBe(keyword);
});
