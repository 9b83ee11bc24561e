// Every field of every body with every payload in its place, around it and beside it; then in pairs: 20,000.
import { payloads } from "./payloads.mjs";
import { fillPath, operationsOf } from "./place.mjs";
import { shootAll } from "./shoot.mjs";

export const atLeast = 20_000;

/** Fields that a body does not have, and somebody might wish it had. */
const wishes = ["organisationId", "id", "role", "status", "amount", "__proto__"];

/** A right value for a field, as JSON. */
const rightValue = ({ ids, organisation }, name) => {
	const values = {
		...{ organisation, username: "nobody@crestfield.example", password: "Another 9 horse!", userId: "u", token: "t" },
		...{ code: "c", grant_type: "refresh_grant", refresh_token: "r", client_id: "portal", client_secret: "s" },
		...{ name: "Fuzzed again", privileges: [], candidateIds: [ids.applicantId], stageId: ids.stageId, reason: "Why" },
		...{ locationId: ids.locationId, courseId: ids.courseId, version: 1, asOf: 4_102_444_800_000, read: true },
	};
	if (!(name in values)) throw new Error(`tests/long/bodies.mjs needs a right value for ${name}`);
	return JSON.stringify(values[name]);
};

/** The bodies of an operation: the names of their fields. */
const shapesOf = ({ document }, { requestBody }) => {
	const [[type, { schema }]] = Object.entries(requestBody.content);
	const resolve = (one) => (one.$ref ? document.components.schemas[one.$ref.split("/").at(-1)] : one);
	const { anyOf, oneOf = [schema] } = resolve(schema);
	return (anyOf ?? oneOf).map((one) => ({ type, names: Object.keys(resolve(one).properties) }));
};

const toBody = (type, fields) =>
	type.includes("json")
		? `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`
		: fields.map(([name, value]) => `${name}=${encodeURIComponent(value.replaceAll(/^"|"$/g, ""))}`).join("&");

/** Repeatable chance. */
const createChance = (seed) => {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
};

const placements = [(payload) => payload, (payload) => `[${payload}]`, (payload) => `{"a":${payload}}`];

function* requestsTo(place) {
	let made = 0;
	const targets = operationsOf(place)
		.filter(({ operation }) => operation.requestBody)
		.flatMap(({ path, method, operation }) =>
			shapesOf(place, operation).map(({ type, names }) => ({
				...{ url: `${place.url}/api${fillPath(place, path)}`, method, type },
				fields: names.map((name) => [name, rightValue(place, name)]),
			})),
		);
	const request = ({ url, method, type }, body) => {
		made += 1;
		// why: each from an address of its own, so that the limit on attempts is not what answers.
		const address = `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}`;
		const headers = { authorization: place.authorization, "content-type": type, "cf-connecting-ip": address };
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
	const chance = createChance(20_261_120);
	const pick = (list) => list[chance(list.length)];
	while (made < atLeast) {
		const target = pick(targets);
		const names = [pick(target.fields)[0], pick(target.fields)[0]];
		yield mutated(target, new Map(names.map((name) => [name, pick(placements)(pick(payloads))])));
	}
}

export const run = (place) => shootAll(requestsTo(place));
