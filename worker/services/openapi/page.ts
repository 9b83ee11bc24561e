import { type ProblemCode, problems } from "#worker/contract/problems";
import { curlLine } from "#worker/services/openapi/curl";
import type { ApiDocument } from "#worker/services/openapi/document";
import { guide } from "#worker/services/openapi/guide";
import { Html, html } from "#worker/services/openapi/html";
import type { Content, Operation, Parameter, Schema } from "#worker/services/openapi/json-schema";

/**
 * Draws the document as a page without scripts or external resources. @param style the whole style sheet @param searched
 * words: only operations that have each of them are drawn
 */
export const documentationPage = (document: ApiDocument, style: string, searched = ""): string => {
	const { info, tags, components } = document;
	const words = searched.toLowerCase().split(/\s+/).filter(Boolean);
	const sections = tags.map(({ name }) => ({ name, articles: articlesOf(document, name, words) }));
	const shown = sections.filter(({ articles }) => articles.length > 0);
	const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.length > 0 ? `${searched} · ` : ""}${info.title} API</title>
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the operations</a>
<header>
<h1>${info.title} API</h1>
<p>Staff of an institution process applicants through a workflow. Everything the portal does is a call of this API. It is here as an
<a href="/api/openapi.json">OpenAPI 3.1 document</a> too.</p>
<form method="get" action="/api/docs" role="search"><label for="q">Search the operations</label>
<input id="q" type="search" name="q" value="${searched}" maxlength="200"><button>Search</button></form>
</header>
<nav aria-label="Guide"><ul>${guide.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<nav aria-label="Features"><ul>${shown.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
<li><a href="#problems">Problems</a></li><li><a href="#schemas">Schemas</a></li></ul></nav>
<main id="main">
${words.length > 0 ? resultLine(shown.reduce((sum, { articles }) => sum + articles.length, 0)) : undefined}
${words.length > 0 ? undefined : guideSections}
${shown.map(({ name, articles }) => featureSection(name, articles))}
${words.length > 0 ? guideSections : undefined}
${problemSection}
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => schemaArticle(name, schema))}
</section>
</main>
</body>
</html>`;
	return page.text;
};

const anchor = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** Draws a text of the guide: paragraphs, bold text, code, and indented blocks of code. */
const paragraphs = (title: string, text: string): Html =>
	html`${text
		.split("\n\n")
		.map((block, index) =>
			block.startsWith("    ")
				? html`<pre tabindex="0" role="region" aria-label="${title}: example ${index}">${block}</pre>`
				: html`<p>${inline(block)}</p>`,
		)}`;

const inline = (text: string): Html =>
	html`${text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
		if (part.startsWith("**")) return html`<strong>${part.slice(2, -2)}</strong>`;
		return part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : html`${part}`;
	})}`;

const guideSections = html`${guide.map(
	({ id, title, text }) =>
		html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${paragraphs(title, text.trim())}</section>`,
)}`;

const resultLine = (count: number): Html =>
	html`<p role="status">${
		count === 0 ? "No operation has these words." : `${count} operation${count === 1 ? "" : "s"} found.`
	} <a href="/api/docs">Show all</a></p>`;

/** Draws the operations of a feature that have all these words in their method, path, name, summary or feature. */
const articlesOf = ({ paths }: ApiDocument, feature: string, words: readonly string[]): Html[] =>
	Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations)
			.filter(([, operation]) => operation.tags.includes(feature))
			.filter(([method, { operationId, summary }]) => {
				const text = `${method} ${path} ${operationId} ${summary} ${feature}`.toLowerCase();
				return words.every((word) => text.includes(word));
			})
			.map(([method, operation]) => operationArticle(method, path, operation)),
	);

const featureSection = (feature: string, articles: readonly Html[]): Html =>
	html`<section aria-labelledby="${anchor(feature)}"><h2 id="${anchor(feature)}">${feature}</h2>${articles}</section>`;

const operationArticle = (method: string, path: string, operation: Operation): Html => {
	const { operationId, summary, description, parameters, requestBody, responses } = operation;
	const [success = "", done] = Object.entries(responses)[0] ?? [];
	return html`<article aria-labelledby="${operationId}">
<h3 id="${operationId}"><a href="#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a></h3>
<p>${inline(summary)}</p>
<p class="who">${inline(description)}</p>
<details><summary>How to call it</summary>
<pre class="example" tabindex="0" role="region" aria-label="Call of ${operationId}">${curlLine(method, path, operation)}</pre>
${parameters.length > 0 ? parameterTable(operationId, parameters) : undefined}
${requestBody ? block("Body", operationId, requestBody.content) : undefined}
<h4>Response <small>${success} ${done && "description" in done ? done.description : undefined}</small></h4>
${block("Response", operationId, (done && "content" in done && done.content) || {})}
${problemList(responses)}
</details></article>
`;
};

const block = (title: string, operationId: string, content: Content): Html =>
	html`${Object.entries(content).map(
		([type, { schema, example }]) => html`<h4>${title} <small>${type}</small></h4>
<pre tabindex="0" role="region" aria-label="${title} of ${operationId}, ${type}">${
			schema.format === "binary" ? "A file" : schemaText(schema)
		}</pre>${
			example === undefined
				? undefined
				: html`<pre class="example" tabindex="0" role="region" aria-label="Example of ${title.toLowerCase()} of ${operationId}, ${type}">${JSON.stringify(example, null, 2)}</pre>`
		}`,
	)}`;

const parameterTable = (operationId: string, parameters: readonly Parameter[]): Html => html`<h4>Parameters</h4>
<div class="scroll" tabindex="0" role="region" aria-label="Parameters of ${operationId}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Needed</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map(
	({
		name,
		in: place,
		schema,
		required,
		description,
	}) => html`<tr><th scope="row"><code>${name}</code></th><td>${place}</td>
<td><code>${schemaText(schema)}</code></td><td>${need(required, schema)}</td><td>${inline(description)}</td></tr>`,
)}</tbody></table></div>`;

const need = (required: boolean, schema: Schema): string => {
	if (required) return "yes";
	return schema.default === undefined || schema.default === "" ? "no" : `no, ${JSON.stringify(schema.default)}`;
};

const problemList = (responses: Operation["responses"]): Html => {
	const codes = Object.values(responses).flatMap((response) =>
		"$ref" in response
			? (response.$ref.split("/").at(-1) ?? [])
			: Object.keys(response.content?.["application/problem+json"]?.examples ?? {}),
	) as ProblemCode[];
	return html`<h4>Problems</h4><ul>${codes.map(
		(code) => html`<li>${problems[code].status} <a href="#problem-${code}"><code>${code}</code></a></li>`,
	)}</ul>`;
};

/** why: the `type` of a problem is the address of its entry here. */
const problemSection = html`<section aria-labelledby="problems"><h2 id="problems">Problems</h2>
<dl>${Object.entries(problems).map(
	([code, { status, message }]) =>
		html`<dt id="problem-${code}"><code>${code}</code> ${status}</dt><dd>${message}</dd>`,
)}</dl></section>`;

const schemaArticle = (name: string, schema: Schema): Html => html`<article aria-labelledby="schema-${name}">
<h3 id="schema-${name}"><code>${name}</code></h3>
${schema.description ? html`<p>${inline(schema.description)}</p>` : undefined}
<pre tabindex="0" role="region" aria-label="Schema ${name}">${schemaText(schema)}</pre></article>
`;

/** Writes a schema in TypeScript's notation, with its descriptions and links to named schemas. */
const schemaText = (schema: Schema, indent = ""): Html => {
	if (schema.$ref) {
		const name = schema.$ref.split("/").at(-1) ?? "";
		return html`<a href="#schema-${name}">${name}</a>`;
	}
	if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
	if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(" | ")}`;
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return alternatives(choices, indent);
	const types = [schema.type ?? "unknown"].flat();
	const orNull = types.includes("null") ? " | null" : "";
	if (schema.items) return html`Array&lt;${schemaText(schema.items, indent)}&gt;${orNull}`;
	if (schema.properties) return html`${objectText(schema, indent)}${orNull}`;
	if (typeof schema.additionalProperties === "object")
		return html`Record&lt;string, ${schemaText(schema.additionalProperties, indent)}&gt;${orNull}`;
	return html`${types.join(" | ")}`;
};

const alternatives = (schemas: readonly Schema[], indent: string): Html =>
	html`${schemas.map((schema, index) => html`${index === 0 ? "" : " | "}${schemaText(schema, indent)}`)}`;

const objectText = ({ properties = {}, required = [] }: Schema, indent: string): Html => {
	const deeper = `${indent}  `;
	const lines = Object.entries(properties).map(
		([name, property]) =>
			html`${meaning(property, deeper)}${deeper}${name}${required.includes(name) ? "" : "?"}: ${schemaText(property, deeper)};\n`,
	);
	return lines.length === 0 ? html`{}` : html`{\n${lines}${indent}}`;
};

const meaning = ({ description }: Schema, indent: string): Html | undefined =>
	description ? html`<span class="soft">${indent}// ${description}\n</span>` : undefined;
