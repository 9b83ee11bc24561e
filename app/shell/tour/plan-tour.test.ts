import { expect, test } from "vitest";
import { may } from "#app/session/may-call";
import { navigationFor } from "#app/shell/navigation";
import { planTour } from "#app/shell/tour/plan-tour";
import { frameSteps, otherSteps, tourScreens } from "#app/shell/tour/steps";

const admin = {
	privileges: ["statistics", "candidate", "payments", "forms", "templates", "users"].map((one) => `${one}:r`),
};

test("begins with the frame on the first visit, and with the screen when it is asked for", () => {
	const stepsAt = (kind: Parameters<typeof planTour>[1]) => planTour("transactions", kind, admin).steps;
	const own = stepsAt("led here");
	expect(own.map(({ title }) => title)).toContain("Query Multiple Transactions");
	expect(stepsAt("first visit")).toEqual([...frameSteps, ...own]);
	expect(stepsAt("asked for")).toEqual([...own, ...frameSteps]);
});

test("tells the list, an applicant, their tabs and other pages apart", () => {
	const firstAt = (path: string) => planTour(path, "led here", admin).steps[0]?.title;
	expect(firstAt("applicants")).toBe("Application");
	expect(firstAt("applicants/a1")).toBe("The applicant");
	expect(firstAt("applicants/a1/referees")).toBe("The applicant");
	expect(firstAt("forms/f1")).toBe("Sections and fields");
	expect(firstAt("rankings")).toBe("New ranking scheme");
	expect(firstAt("rankings/r1")).toBe("Rank applicants");
	expect(planTour("rankings/new", "led here", admin).steps).toBe(otherSteps);
	expect(planTour("applicants/views", "led here", admin).steps).toBe(otherSteps);
	expect(planTour("locations", "led here", admin).steps).toBe(otherSteps);
});

test("leads through the screens that the user may open, in order", () => {
	const from = (path: string, user: typeof admin) => {
		const found: string[] = [];
		let next = planTour(path, "led here", user).next;
		while (next) {
			found.push(next.path);
			next = planTour(next.path, "led here", user).next;
		}
		return found;
	};
	expect(from("dashboard", admin)).toEqual([
		...["applicants", "process-ai", "rankings", "transactions", "forms", "templates", "workflow", "users"],
		...["audit-log", "modification-log"],
	]);
	expect(from("locations", admin)[0]).toBe("dashboard");
	expect(from("applicants", { privileges: ["candidate:r", "candigroup:r", "course:r", "application:r"] })).toEqual([
		...["process-ai", "rankings", "uploaded-candidates", "applications", "courses"],
	]);
});

test("has steps of their own for every screen of the side navigation", () => {
	const all = navigationFor(Object.values(may).flatMap(({ access }) => access));
	for (const { path } of all) expect(planTour(path, "led here", admin).steps, path).not.toBe(otherSteps);
	expect(all.length).toBeGreaterThan(9);
});

test("says something at every step, and points at something", () => {
	for (const { target, title, text } of [...frameSteps, ...otherSteps, ...tourScreens.flatMap(({ steps }) => steps)]) {
		expect(target).not.toBe("");
		expect(title).not.toBe("");
		expect(text, title).toMatch(/\.$/);
	}
});
