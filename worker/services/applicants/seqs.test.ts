import { expect, it } from "vitest";
import { cheaperPlan } from "#worker/services/applicants/seqs.queries";

it("walks the list when most of it matches", () => {
	expect(cheaperPlan({ listed: 1_000_000, matched: 900_000, ofCourses: 900_000, reach: 51 })).toBe("walk");
});

it("gathers the courses' rows when few match", () => {
	expect(cheaperPlan({ listed: 1_000_000, matched: 40, ofCourses: 40, reach: 51 })).toBe("gather");
});

it("gathers nothing at all when none of the courses has anybody", () => {
	expect(cheaperPlan({ listed: 1_000_000, matched: 0, ofCourses: 0, reach: 51 })).toBe("gather");
});

it("walks a short stage rather than gather large courses", () => {
	expect(cheaperPlan({ listed: 200, matched: 3, ofCourses: 500_000, reach: 51 })).toBe("walk");
});
