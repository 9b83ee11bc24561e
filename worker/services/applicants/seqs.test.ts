import { expect, it } from "vitest";
import { cheaperPlan } from "#worker/services/applicants/seqs.queries";

it("reads the list when most of it matches", () => {
	expect(cheaperPlan({ listed: 1_000_000, matched: 900_000, ofCourses: 900_000, reach: 51 })).toBe("walk");
});

it("collects the courses' rows when few match", () => {
	expect(cheaperPlan({ listed: 1_000_000, matched: 40, ofCourses: 40, reach: 51 })).toBe("gather");
});

it("collects nothing when the courses have no applicants", () => {
	expect(cheaperPlan({ listed: 1_000_000, matched: 0, ofCourses: 0, reach: 51 })).toBe("gather");
});

it("reads a short stage rather than large courses", () => {
	expect(cheaperPlan({ listed: 200, matched: 3, ofCourses: 500_000, reach: 51 })).toBe("walk");
});
