import * as v from "valibot";
import { expect, test } from "vitest";
import { readTopic, Topic, topicKinds } from "#worker/contract/topics";
import { type EventPayload, type EventType, eventPayloads } from "#worker/events/catalogue";
import { maxNamedRecords, topicsOf } from "#worker/events/topics";

/** A payload with every field that its schema has, ids being the field's own name. */
const sampleOf = (schema: v.GenericSchema, name = "id"): unknown => {
	const { type } = schema;
	if ("entries" in schema)
		return Object.fromEntries(
			Object.entries(schema.entries as Record<string, v.GenericSchema>).map(([key, one]) => [key, sampleOf(one, key)]),
		);
	if ("wrapped" in schema) return sampleOf(schema.wrapped as v.GenericSchema, name);
	if ("item" in schema) return [sampleOf(schema.item as v.GenericSchema, name)];
	if ("options" in schema) return (schema.options as readonly unknown[])[0];
	if (type === "record") return {};
	if (type === "number") return 1;
	if (type === "boolean") return true;
	return type === "custom" ? "views" : name;
};

const types = Object.keys(eventPayloads) as EventType[];
const eventOf = <T extends EventType>(type: T, payload?: Partial<EventPayload<T>>) => ({
	type,
	payload: {
		...(v.parse(eventPayloads[type], sampleOf(eventPayloads[type])) as object),
		...payload,
	} as EventPayload<T>,
});
const topicsOfOne = <T extends EventType>(type: T, payload?: Partial<EventPayload<T>>) =>
	topicsOf([eventOf(type, payload) as Parameters<typeof topicsOf>[0][number]]);

test.each(types)("%s has topics, each of which a page can subscribe to", (type) => {
	const topics = topicsOfOne(type);
	expect(topics.length).toBeGreaterThan(0);
	for (const topic of topics) expect(v.is(Topic, topic), topic).toBe(true);
});

test("every kind of topic belongs to some event, or to the notifications that events lead to", () => {
	const named = types.flatMap((type) => topicsOfOne(type).map((topic) => readTopic(topic).kind));
	const bulk = topicsOfOne("applicants.posted", { applicantIds: manyIds(maxNamedRecords + 1) });
	const kinds = new Set([...named, ...bulk.map((topic) => readTopic(topic).kind), "notifications"]);
	expect(topicKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
});

const manyIds = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`);
const moved = { applicationId: "law", applicantIds: ["ada", "bola"] };

test("a change of applicants has the topics of their application's list and of each record", () => {
	expect(topicsOfOne("applicants.posted", moved)).toEqual(["applicants:law", "applicant:ada", "applicant:bola"]);
	expect(topicsOfOne("referee.answered", { applicationId: "law", applicantId: "ada" })).toEqual([
		"applicants:law",
		"applicant:ada",
		"statistics",
	]);
});

test("what the dashboard counts has the topic of its sums, and nothing else has", () => {
	const counted = types.filter((type) => topicsOfOne(type).includes("statistics"));
	expect(counted).toContain("applicants.stage_changed");
	expect(counted).toContain("payment.succeeded");
	expect(counted).toContain("candidates.imported");
	for (const type of ["applicants.noted", "applicants.posted", "applicants.emailed", "view.created"] as const)
		expect(counted).not.toContain(type);
});

test("a change across applications has the topics of each known list, or of all lists", () => {
	expect(topicsOfOne("applicants.posted", { ...moved, applicationId: null })).toContain("applicants");
	const letters = topicsOfOne("applicants.letters_made", {
		applicantIds: ["ada"],
		applicationIds: ["law", "medicine"],
	});
	expect(letters).toEqual(["applicants:law", "applicants:medicine", "applicant:ada"]);
});

test("a large change has no topics of records but that of all of its application's", () => {
	const named = topicsOfOne("applicants.stage_changed", { ...moved, applicantIds: manyIds(maxNamedRecords) });
	expect(named).toHaveLength(maxNamedRecords + 2);
	const large = topicsOfOne("applicants.stage_changed", { ...moved, applicantIds: manyIds(10_000) });
	expect(large).toEqual(["applicants:law", "records:law", "statistics"]);
	const across = { applicationId: null, applicantIds: manyIds(10_000) };
	expect(topicsOfOne("applicants.stage_changed", across)).toEqual(["applicants", "records", "statistics"]);
});

test("several changes that are published together name each topic once, and no more records than one change", () => {
	const slice = (from: number) =>
		eventOf("applicants.posted", { ...moved, applicantIds: manyIds(400).map((id) => `${id}-${from}`) });
	expect(topicsOf([slice(1), slice(1)])).toHaveLength(401);
	expect(topicsOf([slice(1), slice(2), eventOf("reason.created")])).toEqual([
		"applicants:law",
		"records:law",
		"reasons",
	]);
});

test("a task has the topics of its user's tasks, its applicant, and those that it names", () => {
	const task = { userId: "hauwa", candidateIds: ["ada"], topics: ["mails:law" as const] };
	for (const type of ["task.started", "task.finished"] as const)
		expect(topicsOfOne(type, task)).toEqual(["tasks:hauwa", "applicant:ada", "mails:law"]);
});
