import type { ShouldRevalidateFunctionArgs, UIMatch } from "@remix-run/react";
import { afterEach, describe, expect, test } from "vitest";
import { quiet, unanswered } from "#app/api/unanswered";
import { type Changed, readAgain, settle, shows, topicsOfPage } from "#app/shell/shows";

interface List {
	list: { id: string } | null;
}
type LoadList = () => Promise<List>;

const frame = shows({ notifications: true, views: true });
const list = shows<LoadList>({ applicants: ({ data }) => data.list?.id });
const sheet = shows<LoadList>({ applicant: ({ params }) => params.applicantId });
const tab = shows({ applicant: true });
const static_ = shows({});

const matchOf = (route: { handle: unknown }, data: unknown = {}): UIMatch => ({
	id: "route",
	pathname: "/lagoon/applicants/ada",
	params: { applicantId: "ada" },
	data,
	handle: route.handle,
});

const here = new URL("https://portal.test/lagoon/applicants/ada");
const asked = (more: Partial<ShouldRevalidateFunctionArgs> = {}): ShouldRevalidateFunctionArgs => ({
	currentUrl: here,
	currentParams: {},
	nextUrl: here,
	nextParams: {},
	defaultShouldRevalidate: true,
	...more,
});

const pageOf = (listId: string | null = "law") =>
	topicsOfPage(
		[
			matchOf(frame),
			matchOf(list, { list: listId === null ? null : { id: listId } }),
			matchOf(sheet),
			matchOf(tab),
			matchOf(static_),
			matchOf({ handle: undefined }),
		],
		"hauwa",
	);

/** Which of the routes read again when the page is told of a change. */
const readFor = (changed: Changed) => {
	const routes = { frame, list, sheet, tab, static_ };
	let read: string[] = [];
	readAgain(changed, () => {
		read = Object.entries(routes).flatMap(([name, { shouldRevalidate }]) => (shouldRevalidate(asked()) ? name : []));
	});
	return read;
};

afterEach(settle);

describe("the topics of a page", () => {
	test("are the ids that its routes name, the user's own for private ones, and the parent's for a child", () => {
		expect(pageOf()).toEqual(["notifications:hauwa", "views", "applicants:law", "applicant:ada"]);
	});

	test("contain nothing of a kind that is not shown", () => {
		expect(pageOf(null)).toEqual(["notifications:hauwa", "views", "applicant:ada"]);
	});

	test("contain nothing of a route whose loader failed", () => {
		expect(topicsOfPage([matchOf(frame), matchOf(list, undefined)], "hauwa")).toEqual(["notifications:hauwa", "views"]);
	});

	test("contain each of several ids", () => {
		const both = shows({ applicant: () => ["ada", "bola"] });
		expect(topicsOfPage([matchOf(both)], "hauwa")).toEqual(["applicant:ada", "applicant:bola"]);
	});
});

describe("the loaders that a notice runs again", () => {
	test.each<[Changed, string[]]>([
		[["applicants:law"], ["list"]],
		[["applicant:ada"], ["sheet", "tab"]],
		[
			["applicants:law", "applicant:ada"],
			["list", "sheet", "tab"],
		],
		[["notifications:hauwa"], ["frame"]],
		[["applicants:medicine"], []],
		[["applicant:bola"], []],
		[["applicants"], ["list"]],
		["everything", ["frame", "list", "sheet", "tab", "static_"]],
	])("%j", (changed, read) => {
		pageOf();
		expect(readFor(changed)).toEqual(read);
	});

	test("include those of fetchers, by kind", () => {
		const panel = shows({ notifications: true });
		let reads: boolean[] = [];
		readAgain(["notifications:hauwa"], () => {
			reads = [panel.shouldRevalidate(asked({ defaultShouldRevalidate: false })), static_.shouldRevalidate(asked())];
		});
		expect(reads).toEqual([true, false]);
	});

	test("do not keep a new page from loading when the notice arrives during a navigation", () => {
		pageOf();
		const nextUrl = new URL("https://portal.test/lagoon/applicants/bola");
		readAgain(["applicants:law"], () => {
			expect(sheet.shouldRevalidate(asked({ nextUrl }))).toBe(true);
			expect(sheet.shouldRevalidate(asked({ formMethod: "POST" }))).toBe(true);
		});
	});
});

describe("any other load", () => {
	const never = shows({ applicant: true }, () => false);

	test("follows the router or the route", () => {
		pageOf();
		for (const defaultShouldRevalidate of [true, false])
			expect(list.shouldRevalidate(asked({ defaultShouldRevalidate }))).toBe(defaultShouldRevalidate);
		expect(never.shouldRevalidate(asked())).toBe(false);
	});

	test("repeats a load that it interrupted, until all is loaded", () => {
		pageOf();
		readFor(["applicant:ada"]);
		const walk = asked({ nextUrl: new URL("https://portal.test/lagoon/reasons"), defaultShouldRevalidate: false });
		expect([sheet, list].map((route) => route.shouldRevalidate(walk))).toEqual([true, false]);
		settle();
		expect(sheet.shouldRevalidate(walk)).toBe(false);
	});

	test("does nothing after a form without a response, not even for pending notices", () => {
		pageOf();
		readFor("everything");
		expect(sheet.shouldRevalidate(asked({ formMethod: "POST", actionResult: unanswered }))).toBe(false);
		expect(sheet.shouldRevalidate(asked({ formMethod: "POST", actionResult: { error: "x" } }))).toBe(true);
	});

	test("does nothing after a form that changes nothing of what pages show, but for pending notices", () => {
		pageOf();
		const sent = asked({ formMethod: "POST", actionResult: quiet });
		expect(list.shouldRevalidate(sent)).toBe(false);
		readFor("everything");
		expect(list.shouldRevalidate(sent)).toBe(true);
	});

	test("goes on to another page, whatever a form of the former one was answered meanwhile", () => {
		pageOf();
		const nextUrl = new URL("https://portal.test/lagoon/reasons");
		expect(list.shouldRevalidate(asked({ formMethod: "POST", actionResult: quiet, nextUrl }))).toBe(true);
	});
});
