import { expect, test } from "vitest";
import { applicantAddress } from "#app/shell/palette/applicant-address";

const from = (pathname: string, search = "") => applicantAddress("crestfield", "ada", { pathname, search });

test("keeps page, filters and search over the applicants list", () => {
	const list = "?stage=s1&q=ade&page=7";
	expect(from("/crestfield/applicants", list)).toBe(`/crestfield/applicants/ada${list}`);
	expect(from("/crestfield/applicants/bola/activity-log", `${list}&view=full`)).toBe(
		`/crestfield/applicants/ada${list}&view=full`,
	);
});

test("drops what belongs to a dialog or to another applicant", () => {
	expect(from("/crestfield/applicants/stage", "?page=2&id=a&id=b&to=s1")).toBe("/crestfield/applicants/ada?page=2");
	expect(from("/crestfield/applicants/bola/activity-log", "?logPage=3")).toBe("/crestfield/applicants/ada");
});

test("uses the plain list elsewhere", () => {
	expect(from("/crestfield/user-profile", "?tab=2")).toBe("/crestfield/applicants/ada");
	expect(from("/crestfield/applicants-of-old", "?page=2")).toBe("/crestfield/applicants/ada");
});
