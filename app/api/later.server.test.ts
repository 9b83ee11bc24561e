import { defer } from "@remix-run/cloudflare";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Later, openLater } from "#app/api/later.server";
import { fail, ok } from "#worker/contract/result";

const scripted = { cookie: "a=b; matricula-scripts=on; c=d" };
const open = (headers: Record<string, string> = {}): Later =>
	openLater({
		request: new Request("https://portal.test/lagoon/applicants", { headers }),
		context: { requestId: "r1" } as Parameters<typeof openLater>[0]["context"],
	});

/** A part that is there when the test says so. */
const slowPart = () => {
	const { promise, resolve } = Promise.withResolvers<ReturnType<typeof ok<number>>>();
	return { ask: vi.fn(() => promise), arrive: () => resolve(ok(7)) };
};

const isResponse = (answer: unknown): answer is Response => answer instanceof Response;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("when scripts are not known to run", () => {
	test.each([
		["a first page", {}],
		["a page after one whose scripts did not run", { cookie: "matricula-scripts=" }],
		["another cookie", { cookie: "x-matricula-scripts=on; matricula-scripts=only" }],
		["a script that reads JSON", { ...scripted, accept: "application/json" }],
	])("%s is requested at once and awaited whole", async (_, headers: Record<string, string>) => {
		const later = open(headers);
		const { ask, arrive } = slowPart();
		const needs = later.ask(ask);
		expect(ask).toHaveBeenCalledOnce();
		const responding = later.respond({ rows: ["Ada"] }, { needs }, { status: 201 });
		await vi.advanceTimersByTimeAsync(60_000);
		arrive();
		const answer: unknown = await responding;
		if (!isResponse(answer)) throw new Error("The page is not whole.");
		expect([answer.status, await answer.json()]).toEqual([201, { rows: ["Ada"], needs: ok(7) }]);
	});

	test("a part that takes long is requested at once", () => {
		const { ask } = slowPart();
		open().askAfterStart(ask);
		expect(ask).toHaveBeenCalledOnce();
	});

	test("nothing is requested twice for a part that would arrive sooner", async () => {
		const [gist, part] = [vi.fn(async () => ok("names")), vi.fn(async () => ok("counted"))];
		const asked = open().askWithGist(gist, part);
		expect([await asked.gist, await asked.whole]).toEqual([ok("counted"), ok("counted")]);
		expect([gist.mock.calls.length, part.mock.calls.length]).toEqual([0, 1]);
	});
});

describe("when scripts are known to run", () => {
	test("the parts are requested at once, and the essential data does not wait for them", async () => {
		const later = open(scripted);
		const { ask, arrive } = slowPart();
		const needs = later.ask(ask);
		expect(ask).toHaveBeenCalledOnce();
		const responding = later.respond({ rows: ["Ada"] }, { needs, news: later.ask(async () => ok(1)) }, { status: 201 });
		await vi.advanceTimersByTimeAsync(20);
		const answer = await responding;
		expect(isResponse(answer)).toBe(false);
		expect(answer.init).toEqual({ status: 201 });
		expect(answer.data).toMatchObject({ rows: ["Ada"], news: ok(1) });
		expect(answer.data.needs).toBeInstanceOf(Promise);
		arrive();
		expect(await answer.data.needs).toEqual(ok(7));
	});

	test("a page whose parts arrive in time is sent whole, which costs less than streaming", async () => {
		const later = open(scripted);
		const responding = later.respond({}, { needs: later.ask(async () => ok(7)) });
		await vi.advanceTimersByTimeAsync(1);
		const answer: unknown = await responding;
		if (!isResponse(answer)) throw new Error("The page is not whole.");
		expect(await answer.json()).toEqual({ needs: ok(7) });
	});

	test("a part that takes long is requested when the start of the page is on its way", async () => {
		const later = open(scripted);
		const { ask, arrive } = slowPart();
		const sums = later.askAfterStart(ask);
		await vi.advanceTimersByTimeAsync(20);
		expect(ask).not.toHaveBeenCalled();
		const answer = await later.respond({ rows: ["Ada"] }, { sums });
		expect(answer.data.sums).toBeInstanceOf(Promise);
		expect(ask).not.toHaveBeenCalled();
		await vi.advanceTimersByTimeAsync(20);
		expect(ask).toHaveBeenCalledOnce();
		arrive();
		expect(await answer.data.sums).toEqual(ok(7));
	});

	test("the gist does not wait for the whole", async () => {
		const { ask, arrive } = slowPart();
		const asked = open(scripted).askWithGist(async () => ok(1), ask);
		expect(await asked.gist).toEqual(ok(1));
		arrive();
		expect(await asked.whole).toEqual(ok(7));
	});
});

test.each([{}, scripted])("a part that fails is shown as unavailable, and logged once", async (headers) => {
	const log = vi.spyOn(console, "error").mockReturnValue(undefined);
	const later = open(headers as Record<string, string>);
	const responding = later.respond(
		{},
		{
			broken: later.ask(() => Promise.reject(new Error("no such column"))),
			refused: later.ask(async () => fail("not_found")),
		},
	);
	await vi.advanceTimersByTimeAsync(20);
	const answer: unknown = await responding;
	if (!isResponse(answer)) throw new Error("The page is not whole.");
	expect(await answer.json()).toMatchObject({ broken: fail("internal"), refused: fail("not_found") });
	expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([{ level: "error", requestId: "r1" }]);
	expect(String(log.mock.calls[0])).toContain("no such column");
	log.mockRestore();
});

test("a page that a browser navigates to gets its data as it is, complete, and not as text", async () => {
	const later = open({ accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
	const rows = [{ name: "Ada" }];
	const answer: unknown = await later.respond({ rows }, { needs: later.ask(async () => ok(7)) }, { status: 201 });
	expect(answer).toMatchObject({ data: { rows, needs: ok(7) }, init: { status: 201 }, done: true });
	expect((answer as { data: { rows: unknown } }).data.rows).toBe(rows);
	const ofRemix: object = defer({ rows, needs: ok(7) });
	for (const name of ["deferredKeys", "pendingKeys", "done"])
		expect(answer, "what Remix reads of it where another route of the page is streamed").toHaveProperty(
			name,
			Reflect.get(ofRemix, name),
		);
});
