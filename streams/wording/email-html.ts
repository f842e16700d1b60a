import { splitLinks } from './linked-text';

/** What both forms of the email show. The texts are cleaned already, but not yet escaped. */
export interface EmailContent {
  readonly sender: string;
  readonly subject: string;
  readonly body: string;
  /** "Order A-17: Shipped", or null if neither can be shown. */
  readonly order: string | null;
  readonly inboxLink: string;
  /** Why the recipient gets the email: a clause that follows the name of the sender. */
  readonly why: string;
  readonly unsubscribeUrl: string;
}

/**
 * The email as HTML for mail programs. It uses tables and inline styles, because Outlook lays out with Word and Gmail
 * drops most of a style sheet. The style sheet adds only dark colours and narrow margins, which may be missing. Nothing
 * is loaded from elsewhere, so nothing is blocked and nobody is tracked (CHAN-18).
 */
export function emailHtml(content: EmailContent): string {
  const { sender, subject, order } = content;
  const orderLine =
    order === null
      ? ''
      : `<p class="muted" style="margin:0 0 8px;${FONT}font-size:14px;line-height:20px;color:#5b6472;">${escapeHtml(order)}</p>\n`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${escapeHtml(subject)}</title>
<style>${STYLE_SHEET}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f2f4f7;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(preview(content.body))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f2f4f7;">
<tr><td class="around" align="center" style="padding:32px 16px;">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;">
<tr><td class="ink" dir="auto" style="padding:0 4px 14px;${FONT}font-size:16px;line-height:24px;font-weight:600;color:#1b2330;">${escapeHtml(sender)}</td></tr>
<tr><td class="card" style="padding:32px;background-color:#ffffff;border:1px solid #e1e5ea;border-radius:12px;">
${orderLine}<h1 class="ink" dir="auto" style="margin:0 0 16px;${FONT}font-size:22px;line-height:30px;font-weight:700;color:#1b2330;overflow-wrap:anywhere;">${escapeHtml(subject)}</h1>
${paragraphs(content.body)}
${button(content.inboxLink)}
</td></tr>
<tr><td class="muted" align="center" style="padding:20px 4px 0;${FONT}font-size:13px;line-height:20px;color:#5b6472;">
<span dir="auto">${escapeHtml(sender)}</span> ${escapeHtml(content.why)}<br>
<a class="muted" href="${escapeHtml(content.unsubscribeUrl)}" style="color:#5b6472;text-decoration:underline;">Unsubscribe</a>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";

/** `!important`, because inline styles win otherwise. */
const STYLE_SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.around{padding:20px 12px!important}.card{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){
.page{background-color:#12161c!important}
.card{background-color:#1c222b!important;border-color:#2e3743!important}
.ink{color:#eef1f5!important}
.muted{color:#a3adba!important}
.link{color:#8ab8ff!important}
.button{background-color:#4a8df8!important}
.button a{color:#0b1220!important}
}
`;

/** The link has the padding and the cell the colour, so that the whole button works, in Outlook too. */
function button(inboxLink: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0;">
<tr><td class="button" bgcolor="#1f5fd6" style="background-color:#1f5fd6;border-radius:8px;">
<a href="${escapeHtml(inboxLink)}" style="display:inline-block;padding:13px 26px;${FONT}font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none;">Open in your inbox</a>
</td></tr>
</table>`;
}

function paragraphs(body: string): string {
  return body
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => {
      const lines = paragraph.split('\n').map(lineHtml).join('<br>\n');
      return `<p class="ink" dir="auto" style="margin:0 0 14px;${FONT}font-size:16px;line-height:25px;color:#1b2330;overflow-wrap:anywhere;">${lines}</p>`;
    })
    .join('\n');
}

function lineHtml(line: string): string {
  return splitLinks(line)
    .map((part) =>
      part.kind === 'link'
        ? `<a class="link" href="${escapeHtml(part.href)}" dir="ltr" style="color:#1f5fd6;text-decoration:underline;">${escapeHtml(part.text)}</a>`
        : keepSpaces(escapeHtml(part.text)),
    )
    .join('');
}

/**
 * Merchants align lists with spaces, which HTML would collapse. Every second space stays a place where a line breaks.
 */
function keepSpaces(html: string): string {
  return html.replaceAll('\t', '    ').replaceAll('  ', '&nbsp; ');
}

const PREVIEW = 120;

/**
 * The text beside the subject in a list of emails. Without it most programs would show the name of the sender again.
 */
function preview(body: string): string {
  const line = body.replace(/\s+/g, ' ');
  // Cut by characters, because a character may be two UTF-16 units.
  return Array.from(line.slice(0, 2 * PREVIEW))
    .slice(0, PREVIEW)
    .join('');
}

/** Escapes all that is not ASCII too, so that the HTML survives any transfer encoding. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\u0080-\u{10ffff}]/gu, (character) => `&#${character.codePointAt(0)};`);
}
