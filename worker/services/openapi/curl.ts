import type { Content, Operation } from "#worker/services/openapi/json-schema";

const origin = "https://portal.example/api";

/** Returns a call of an operation with its examples, as a line for a shell. */
export const curlLine = (method: string, path: string, operation: Operation): string => {
	const { parameters, requestBody, security } = operation;
	const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(operation, name));
	const query = parameters.filter((parameter) => parameter.in === "query" && parameter.required);
	const search = query.map(({ name }) => `${name}=${exampleOf(operation, name)}`).join("&");
	const address = quoted(`${origin}${inPath}${search === "" ? "" : `?${search}`}`);
	return [
		`curl ${method === "get" || (method === "post" && requestBody) ? "" : `-X ${method.toUpperCase()} `}${address}`,
		...(security.length > 0 ? [`-H 'authorization: Bearer …'`] : []),
		...(requestBody ? bodyOf(requestBody.content) : []),
	].join(" \\\n  ");
};

const exampleOf = ({ parameters }: Operation, name: string): string =>
	encodeURIComponent(String([parameters.find((parameter) => parameter.name === name)?.example].flat()[0] ?? "…"));

const bodyOf = (content: Content): string[] => {
	const [[type = "", { example = {} } = {}] = []] = Object.entries(content);
	if (type === "multipart/form-data")
		return [`-F ${quoted(`data=${JSON.stringify((example as { data?: unknown }).data)}`)}`];
	if (type !== "application/json")
		return Object.entries(example as object).map(([name, value]) => `-d ${quoted(`${name}=${value}`)}`);
	return [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(example))}`];
};

/** why: a single quote ends a quoted word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
