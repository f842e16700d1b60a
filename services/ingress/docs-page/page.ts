import type { JsonSchema } from '../../../schemas/values/rule';
import { html, nothing, prose, type Markup } from '../../shared/http/markup';
import { operationsOf, type Documented } from './documented';
import { SchemaView } from './schema-view';

/**
 * The API document as a page. It is rendered here, so it can be read without a script; the script only sends trial
 * calls.
 */
export function docsPage(document: JsonSchema): string {
  const { info, components } = document as {
    info: Record<string, string>;
    components: { schemas: JsonSchema };
  };
  const view = new SchemaView(components.schemas);
  const operations = operationsOf(document);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info['title'] ?? ''} API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/style.css" />
        <script src="/docs/script.js" defer></script>
      </head>
      <body>
        <header class="top">
          <h1>${info['title'] ?? ''} <small>API ${info['version'] ?? ''}</small></h1>
          <p>${info['description'] ?? ''} Machines read <a href="/openapi.json">openapi.json</a>.</p>
          <label class="key"
            >API key
            <input id="api-key" type="password" placeholder="osk_…" autocomplete="off" spellcheck="false"
          /></label>
          <p class="hint">
            The key stays in this page and is sent only with the calls you try here. They are real: a push
            sends a message.
          </p>
        </header>
        <div class="columns">
          <nav aria-label="Operations">${operations.map(link)}</nav>
          <main>${operations.map((operation) => section(operation, view))}</main>
        </div>
      </body>
    </html> `;
  return page.text;
}

function link({ id, method, summary }: Documented): Markup {
  return html`<a href="#${id}"><span class="method ${method}">${method.toUpperCase()}</span> ${summary}</a>`;
}

function section(operation: Documented, view: SchemaView): Markup {
  const { id, method, path, summary, description, parameters, body, responses } = operation;
  return html`<section id="${id}">
    <h2>${summary}</h2>
    <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
    <p>${prose(description)}</p>
    <h3>Parameters</h3>
    <dl class="fields">
      ${parameters.map(
        ({ name, place, required, doc, schema }) =>
          html`<dt>
              <code class="name">${name}</code
              ><span class="type">${place}</span
              >${view.limits(schema)}${required ? html`<span class="required">required</span>` : nothing}
            </dt>
            <dd>${prose(doc)}</dd>`,
      )}
    </dl>
    ${
      body === undefined
        ? nothing
        : html`<h3>Body</h3>
            ${view.fields(body.schema)}`
    }
    <h3>Answers</h3>
    <div class="answers">
      ${responses.map(
        ({ status, doc, schema, headers }) =>
          html`<details>
            <summary><span class="status s${status.charAt(0)}">${status}</span> ${prose(doc)}</summary>
            ${schema === undefined ? nothing : view.fields(schema)}
            <p class="hint">
              Headers: ${headers.map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}
            </p>
          </details>`,
      )}
    </div>
    ${tryIt(operation)}
  </section> `;
}

function tryIt({ method, path, parameters, body }: Documented): Markup {
  const inputs = parameters.map(
    ({ name, place, required }) =>
      html`<label
        >${name}${required ? ' *' : ''}
        <input name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"
      /></label>`,
  );
  const example =
    body === undefined
      ? nothing
      : html`<label class="wide"
          >Body
          <textarea name="body" rows="9" spellcheck="false">
${JSON.stringify(body.example, null, 2)}</textarea>
        </label>`;
  return html`<form class="try" data-method="${method.toUpperCase()}" data-path="${path}">
    <h3>Try it</h3>
    <div class="inputs">${inputs}${example}</div>
    <button>Send</button>
    <output hidden
      ><p class="outcome"></p>
      <pre></pre>
    </output>
  </form>`;
}
