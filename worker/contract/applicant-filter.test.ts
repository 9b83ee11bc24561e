import * as v from "valibot";
import { expect, test } from "vitest";
import {
	ApplicantFilter,
	filterOf,
	fromSearch,
	isNarrow,
	Matching,
	matchingOf,
	searchPair,
	toSearch,
} from "#worker/contract/applicant-filter";

/** why Required: a new key does not compile here without a sample. */
const samples: Required<ApplicantFilter> = {
	applicationId: "a1",
	stage: "IN_REVIEW",
	administrationLevelItemIds: ["i1", "i2"],
	courseIds: ["c1"],
	keyword: "ada okafor",
	needs: "referee",
	scoreFrom: 0,
	scoreTo: 250.5,
	states: ["Akwa Ibom", "Lagos"],
	genders: ["F"],
	submittedFrom: "2026-11-01",
	submittedTo: "2026-11-21",
	references: "outstanding",
	paid: "unpaid",
	locationIds: ["l1"],
	assigned: "me",
	judged: "s1:met",
	ranked: "r1:proposed",
	sort: "-score",
};
const keys = Object.keys(ApplicantFilter.entries) as (keyof ApplicantFilter)[];

test.each(keys)("reads %s back from an address, alone and beside the others", (key) => {
	const alone = { [key]: samples[key] };
	expect([...new URLSearchParams(toSearch(alone))]).toHaveLength(1);
	expect(fromSearch(new URLSearchParams(toSearch(alone)))).toEqual(alone);
	expect(fromSearch(new URLSearchParams(toSearch(samples)))[key]).toEqual(samples[key]);
});

test.each(keys)("keeps %s in filterOf and in JSON", (key) => {
	expect(filterOf(samples)[key]).toEqual(samples[key]);
	expect(v.parse(ApplicantFilter, JSON.parse(JSON.stringify({ [key]: samples[key] })))).toEqual({
		[key]: samples[key],
	});
});

test("addresses in use keep their meaning", () => {
	expect(toSearch(samples)).toBe(
		"application=a1&stage=IN_REVIEW&items=i1%2Ci2&courses=c1&q=ada+okafor&needs=referee&scoreFrom=0&scoreTo=250.5" +
			"&states=Akwa+Ibom%2CLagos&genders=F&submittedFrom=2026-11-01&submittedTo=2026-11-21&references=outstanding" +
			"&paid=unpaid&locations=l1&assigned=me&judged=s1%3Amet&ranked=r1%3Aproposed&sort=-score",
	);
	expect(fromSearch(new URLSearchParams("courses=c1&courses=c2,c1&q=%20ada%20&page=3&id=x"))).toEqual({
		courseIds: ["c1", "c2"],
		keyword: "ada",
	});
});

test.each(["plain-words_1.x", "a b+c", "&=?#%", "O'Brien (Ada)*!~", "Àdé 📎", ""])(
	"writes %j into an address like URLSearchParams",
	(value) => expect(searchPair("q", value)).toBe(new URLSearchParams({ q: value }).toString()),
);

test("hands on a score that is no number, and refuses it by its name", () => {
	const { scoreFrom } = fromSearch(new URLSearchParams("scoreFrom=high"));
	expect(scoreFrom).toBe("high");
	for (const refused of [{ scoreFrom }, { scoreTo: -1 }, { submittedTo: "21/11/2026" }, { sort: "--name" }])
		expect(v.safeParse(ApplicantFilter, refused).success, JSON.stringify(refused)).toBe(false);
});

test("leaves out what filters nothing", () => {
	expect(filterOf({ keyword: "", courseIds: [], stage: undefined })).toEqual({});
});

test("accepts ids as an array or separated by commas, and refuses an unknown key", () => {
	expect(v.parse(ApplicantFilter, { courseIds: "c1,c2" })).toEqual(
		v.parse(ApplicantFilter, { courseIds: ["c1", "c2"] }),
	);
	expect(v.safeParse(ApplicantFilter, { stge: "SUBMITTED" }).success).toBe(false);
});

test("an application and an order leave nobody out, everything else does", () => {
	const narrow = keys.filter((key) => isNarrow({ [key]: samples[key] }));
	expect(narrow).toEqual(keys.filter((key) => key !== "applicationId" && key !== "sort"));
});

test("a filter for all that match must name its application, and say so when it means everybody", () => {
	expect(matchingOf({ applicationId: "a", sort: "waiting" })).toEqual({
		applicationId: "a",
		sort: "waiting",
		everybody: true,
	});
	expect(matchingOf({ stage: "s" }, "a")).toEqual({ applicationId: "a", stage: "s" });
	for (const refused of [{}, { applicationId: "a" }, { applicationId: "a", stage: "s", everybody: true }])
		expect(v.safeParse(Matching, refused).success).toBe(false);
});
