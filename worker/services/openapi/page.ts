import { type ProblemCode, problems } from "#worker/contract/problems";
import type { ApiDocument, Operation, Parameter } from "#worker/services/openapi/document";
import { Html, html } from "#worker/services/openapi/html";
import type { Schema } from "#worker/services/openapi/json-schema";
import { schemaText } from "#worker/services/openapi/schema-text";

/** The document as a page to read: no script, nothing from elsewhere. `style` is the page's whole style sheet. */
export const documentationPage = (document: ApiDocument, style: string): string => {
	const { info, tags, components } = document;
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the endpoints</a>
<header>
<h1>${info.title} API</h1>
<p>${info.description}</p>
<p>Calls go to <code>/api</code> and carry <code>Authorization: Bearer</code> with the access token that
<a href="#login">signing in</a> answers. A failure is always a <a href="#schema-Problem">Problem</a>.
The same as an <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>
</header>
<nav aria-label="Features"><ul>${tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
<li><a href="#schemas">Schemas</a></li></ul></nav>
<main id="main">
${tags.map(({ name }) => featureSection(document, name))}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaArticle(name, schema))}
</section>
</main>
</body>
</html>`;
	return page.text;
};

const anchor = (name: string) => name.toLowerCase().replaceAll(" ", "-");

const featureSection = ({ paths }: ApiDocument, feature: string): Html => {
	const articles = Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations)
			.filter(([, operation]) => operation.tags.includes(feature))
			.map(([method, operation]) => operationArticle(method, path, operation)),
	);
	return html`<section aria-labelledby="${anchor(feature)}"><h2 id="${anchor(feature)}">${feature}</h2>${articles}</section>`;
};

const operationArticle = (method: string, path: string, operation: Operation): Html => {
	const { operationId, summary, description, parameters, requestBody, responses } = operation;
	return html`<article aria-labelledby="${operationId}">
<h3 id="${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${summary}</p>
<p class="who">${description}</p>
${parameters.length > 0 ? parameterTable(operationId, parameters) : undefined}
${requestBody ? block("Body", operationId, requestBody.content) : undefined}
${block("Answer", operationId, (responses["200"] as Answer).content)}
${problemList(responses)}
</article>
`;
};

type Content = Record<string, { schema: Schema }>;
interface Answer {
	content: Content;
}

const block = (title: string, operationId: string, content: Content): Html =>
	html`${Object.entries(content).map(
		([type, { schema }]) => html`<h4>${title} <small>${type}</small></h4>
<pre tabindex="0" role="region" aria-label="${title} of ${operationId}">${
			type === "*/*" ? "A file" : schemaText(schema)
		}</pre>`,
	)}`;

const parameterTable = (operationId: string, parameters: readonly Parameter[]): Html => html`<h4>Parameters</h4>
<div class="scroll" tabindex="0" role="region" aria-label="Parameters of ${operationId}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Needed</th></tr></thead>
<tbody>${parameters.map(
	({ name, in: place, schema, required }) => html`<tr><th scope="row"><code>${name}</code></th><td>${place}</td>
<td><code>${schemaText(schema)}</code></td><td>${need(required, schema)}</td></tr>`,
)}</tbody></table></div>`;

const need = (required: boolean, schema: Schema): string => {
	if (required) return "yes";
	return schema.default === undefined || schema.default === "" ? "no" : `no, ${JSON.stringify(schema.default)}`;
};

const problemList = (responses: Operation["responses"]): Html => {
	const codes = Object.values(responses).flatMap((response) => Object.keys(examplesOf(response))) as ProblemCode[];
	return html`<details><summary>Problems</summary><ul>${codes.map(
		(code) => html`<li>${problems[code].status} <code>${code}</code> ${problems[code].message}</li>`,
	)}</ul></details>`;
};

const examplesOf = (response: { content?: Record<string, { examples?: object }> }): object =>
	response.content?.["application/json"]?.examples ?? {};

const schemaArticle = (name: string, schema: Schema): Html => html`<article aria-labelledby="schema-${name}">
<h3 id="schema-${name}"><code>${name}</code></h3>
<pre tabindex="0" role="region" aria-label="Schema ${name}">${schemaText(schema)}</pre></article>
`;
