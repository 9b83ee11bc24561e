import { expect, test } from "vitest";
import { currentTab, type SheetTab, tabsOf } from "#app/list/sheet/sheet-tabs";
import type { Applicant } from "#worker/services/applicants/contract";

const shown: SheetTab[] = [
	{ label: "Application Information", path: "" },
	{ label: "Attachments", path: "/attachments" },
	{ label: "Activity Log", path: "/activity-log" },
];
const here = "/crestfield/applicants/a1";

test.each([
	["", 0],
	["/stage", 0],
	["/attachments", 1],
	["/attachments/f1", 1],
	["/activity-log", 2],
])("%s is an address of tab %i", (path, index) => {
	expect(currentTab(shown, here, here + path)).toBe(index);
});

test("marks no tab as current when the applicant's is hidden", () => {
	expect(currentTab(shown, here, `${here}/letter`)).toBe(-1);
	expect(currentTab(shown, here, `${here}/referees`)).toBe(-1);
});

test("counts referees and attachments on their tabs, and leaves out tabs without anything", () => {
	const countsOf = (referees: number, attachmentCount: number) => {
		const applicant = { formId: "f", letterCount: 0, referees: Array(referees).fill({}), attachmentCount } as Pick<
			Applicant,
			"formId" | "letterCount" | "referees" | "attachmentCount"
		> as Applicant;
		return tabsOf(applicant).map(({ label, countIn }) => [label, countIn?.(applicant)]);
	};
	expect(countsOf(2, 6)).toEqual([
		["Application Information", undefined],
		["Referee", 2],
		["Attachments", 6],
		["Email", undefined],
		["Activity Log", undefined],
		["Transactions", undefined],
	]);
	expect(countsOf(0, 0).map(([label]) => label)).toEqual([
		"Application Information",
		"Email",
		"Activity Log",
		"Transactions",
	]);
});
