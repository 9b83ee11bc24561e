import { expect, test } from "vitest";
import { currentTab, type SheetTab } from "#app/list/sheet/sheet-tabs";

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
