import { expect, test } from "vitest";
import {
	consequences,
	formsSentence,
	lettersSentence,
	notifySentence,
	results,
	reviewerConsequences,
	reviewerResults,
} from "#app/list/bulk/bulk-sentences";

test("names a reviewer who cannot see some, before and after", () => {
	const counts = { name: "Kemi Ajayi", willChange: 2, unchanged: 0, notAllowed: 3, notFound: 0 };
	expect(reviewerConsequences(counts)).toBe(
		"2 applicants will be assigned to Kemi Ajayi, 3 cannot be: Kemi Ajayi cannot see them.",
	);
	expect(reviewerResults("Kemi Ajayi", [{ outcome: "changed" }, { outcome: "not_allowed" }])).toBe(
		"1 applicant assigned to Kemi Ajayi, 1 not: Kemi Ajayi cannot see them.",
	);
});

const nothing = { willChange: 0, unchanged: 0, notAllowed: 0, notFound: 0, emails: 0 };

test("says in numbers what a bulk action would do, and leaves out zeros", () => {
	expect(consequences({ ...nothing, willChange: 1, emails: 1 })).toBe("1 applicant will move. 1 email will be sent.");
	const messages = { sms: {}, fault: null };
	expect(consequences({ ...nothing, willChange: 2, emails: 2, messages })).toBe(
		"2 applicants will move. 2 emails and up to 2 SMS will be sent.",
	);
	expect(consequences({ ...nothing, willChange: 2, emails: 0, messages })).toBe(
		"2 applicants will move. Up to 2 SMS will be sent.",
	);
	expect(consequences({ ...nothing, willChange: 2, emails: 0, messages: { ...messages, fault: "No" } })).toMatch(
		/No emails/,
	);
	expect(consequences({ willChange: 1_200, unchanged: 1, notAllowed: 2, notFound: 3, emails: 0 })).toBe(
		"1,200 applicants will move, 1 is already there, 2 are not allowed, 3 are no longer there. No emails will be sent.",
	);
});

test("says in numbers what a bulk action did, and why rows did not change", () => {
	const rows = (["changed", "changed", "unchanged", "conflict"] as const).map((outcome) => ({ outcome }));
	expect(results("Accepted", rows)).toBe(
		"2 applicants moved to Accepted, 1 is already there, 1 was changed meanwhile.",
	);
});

test("says that nobody was moved", () => {
	expect(results("Accepted", [{ outcome: "not_allowed" }, { outcome: "not_allowed" }])).toBe(
		"No applicant moved to Accepted, 2 are not allowed.",
	);
});

test("says in numbers who gets an email, a letter or a form, and who does not and why", () => {
	const counts = { ...nothing, notFound: 1, willChange: 46 };
	expect(notifySentence({ ...counts, name: "Accepted", template: { name: "Admission" }, notAllowed: 2 })).toBe(
		"46 applicants at Accepted are sent “Admission” again, 2 are not at this stage, 1 is no longer there.",
	);
	expect(lettersSentence({ ...counts, name: "Offer", unchanged: 3 })).toBe(
		"46 applicants will get a letter from Offer, 3 have this letter already, 1 is no longer there.",
	);
	expect(formsSentence({ ...nothing, willChange: 48, notFound: 2 })).toBe(
		"48 forms will be made, 2 applicants are no longer there.",
	);
});
