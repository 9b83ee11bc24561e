// Sends every payload in place of every field of every body, around it and beside it, and then in pairs: 20,000
// requests.
import { createRandom } from "../../worker/database/demo/random.ts";
import { fillPath, operationsOf } from "./fixture.mjs";
import { payloads } from "./payloads.mjs";
import { shootAll } from "./shoot.mjs";

export const atLeast = 20_000;

/** Fields that a body does not have but an attacker might want. */
const wishes = ["organisationId", "id", "role", "status", "amount", "__proto__"];

/** Returns a valid value for a field, as JSON: an existing one, or what its schema allows. */
const rightValue = (fixture, name, schema) => {
	const { ids, organisation } = fixture;
	const known = {
		organisation,
		username: "nobody@crestfield.example",
		password: "Another 9 horse!",
		grant_type: "refresh_grant",
		client_id: "portal",
		name: "Fuzzed again",
		privileges: [],
		candidateIds: [ids.applicantId],
		stageId: ids.stageId,
		locationId: ids.locationId,
		courseId: ids.courseId,
		applicationId: ids.applicationId,
		asOf: 4_102_444_800_000,
		version: 1,
	};
	return JSON.stringify(name in known ? known[name] : leastOf(fixture, schema));
};

/** Returns the smallest value that a schema accepts. */
const leastOf = (fixture, given) => {
	const schema = resolveIn(fixture, given);
	const { type, anyOf, oneOf = anyOf, properties = {}, required = [], items = {}, minItems = 0, minimum = 1 } = schema;
	if ("const" in schema) return schema.const;
	if (schema.enum) return schema.enum[0];
	if (oneOf) return leastOf(fixture, oneOf[0]);
	if (type === "object") return Object.fromEntries(required.map((name) => [name, leastOf(fixture, properties[name])]));
	if (type === "array") return Array.from({ length: minItems }, () => leastOf(fixture, items));
	return { string: "x", integer: minimum, number: minimum, boolean: true }[type] ?? null;
};

const resolveIn = ({ document }, schema = {}) =>
	schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)] : schema;

/** Returns the bodies of an operation: their fields, with the schema of each. */
const shapesOf = (fixture, { requestBody }) => {
	const [[type, { schema }]] = Object.entries(requestBody.content);
	const { anyOf, oneOf = anyOf, ...whole } = resolveIn(fixture, schema);
	return (oneOf ?? [whole]).map((one) => ({ type, fields: Object.entries(resolveIn(fixture, one).properties ?? {}) }));
};

const boundary = "a-boundary-of-parts";
const plain = (value) => value.replaceAll(/^"|"$/g, "");

/** Returns fields, whose values are JSON, as a body of this type. */
const toBody = (type, fields) => {
	if (type.includes("json")) return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
	if (!type.includes("multipart"))
		return fields.map(([name, value]) => `${name}=${encodeURIComponent(plain(value).toWellFormed())}`).join("&");
	const parts = fields.map(
		([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${plain(value)}\r\n`,
	);
	return `${parts.join("")}--${boundary}--\r\n`;
};

const placements = [(payload) => payload, (payload) => `[${payload}]`, (payload) => `{"a":${payload}}`];

function* requestsTo(fixture) {
	let made = 0;
	const targets = operationsOf(fixture)
		.filter(({ operation }) => operation.requestBody)
		.flatMap(({ path, method, operation }) =>
			shapesOf(fixture, operation).map(({ type, fields }) => ({
				url: `${fixture.url}/api${fillPath(fixture, path)}`,
				method,
				type,
				fields: fields.map(([name, schema]) => [name, rightValue(fixture, name, schema)]),
			})),
		)
		.filter(({ fields }) => fields.length > 0);
	const request = ({ url, method, type }, body) => {
		made += 1;
		// why: each request comes from an address of its own, so that the limit on attempts does not refuse it.
		const address = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`;
		const headers = {
			authorization: fixture.authorization,
			"content-type": type.includes("multipart") ? `${type}; boundary=${boundary}` : type,
			"cf-connecting-ip": address,
		};
		return { url, method, body, headers };
	};
	const mutated = (target, changes) =>
		request(
			target,
			toBody(
				target.type,
				target.fields.map(([name, value]) => [name, changes.get(name) ?? value]),
			),
		);

	for (const target of targets)
		for (const payload of payloads) {
			yield request(target, payload);
			for (const [name] of target.fields)
				for (const put of placements) yield mutated(target, new Map([[name, put(payload)]]));
			for (const name of wishes) yield request(target, toBody(target.type, [...target.fields, [name, payload]]));
		}
	const { pick } = createRandom(20_261_120);
	while (made < atLeast) {
		const target = pick(targets);
		const names = [pick(target.fields)[0], pick(target.fields)[0]];
		yield mutated(target, new Map(names.map((name) => [name, pick(placements)(pick(payloads))])));
	}
}

export const run = (fixture) => shootAll(requestsTo(fixture));
