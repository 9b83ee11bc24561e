import { expect, test } from "vitest";
import { inAlias } from "#app/format/in-alias";
import { settingParts } from "#app/routes/organisation/setting-parts";
import { routes } from "#app/routes.js";
import { frameSteps, otherSteps, tourScreens } from "#app/shell/tour/steps";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createStructure,
	testDb,
} from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { attribute, textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { allPermissions } from "#worker/contract/permissions";
import { auditEvents, modificationEntries } from "#worker/database/schema/records";
import { candidateGroups, groupCandidates } from "#worker/database/schema/uploaded-candidates";

/** Returns every address of the sitemap, with its parameters. */
const sitemap = (): string[] => {
	const found = new Set<string>();
	let base = "";
	const route = (path: string, _module: string, options?: unknown, children?: () => void) => {
		const outer = base;
		base = [base, path].filter(Boolean).join("/");
		found.add(base);
		(typeof options === "function" ? (options as () => void) : children)?.();
		base = outer;
	};
	routes(((callback: (define: typeof route) => void) => callback(route)) as never);
	return [...found].filter((path) => path.startsWith("/:orgName") && !path.endsWith("/logout"));
};

/** What people read of a page: its text, its title, and what is said of fields and pictures. */
const readable = (html: string): string =>
	[
		textOf(html),
		...(html.match(/<[a-z][^>]*\s(?:placeholder|aria-label|title|alt)="[^>]*>/g) ?? []).flatMap((tag) =>
			["placeholder", "aria-label", "title", "alt"].flatMap((name) => attribute(tag, name) ?? []),
		),
	].join(" | ");

/** Where an institution is asked for its own word, and the names of the test's own courses. */
const ofNobodysScreen = /Word for a course|\bcourse-\d+/gi;

test("no screen says course where the institution says programme", async () => {
	const { id: orgName } = await createOrganisation({ courseAlias: "programme" });
	await createStructure(orgName);
	const application = await createApplication(orgName, { title: "Admission 2026" });
	const applicant = await createApplicant(application);
	const privileges = [...allPermissions];
	const staff = await createStaff({ organisationId: orgName, privileges });
	const { browser } = await signedInBrowser(staff);
	const ids: Record<string, string | undefined> = {
		":orgName": orgName,
		":applicantId": applicant.id,
		":publicId": applicant.publicId,
		":userId": staff.id,
		":groupId": "jamb",
		":candidateId": "obi",
	};
	const uploaded = { organisationId: orgName, createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(candidateGroups)
		.values({ ...uploaded, id: "jamb", name: "JAMB", nameKey: "jamb", createdBy: staff.id });
	await testDb()
		.insert(groupCandidates)
		.values({
			...uploaded,
			...{ groupId: "jamb", id: "obi", examKey: "2026ab", searchText: "obi", importId: "import" },
			data: { examNumber: "2026AB", lastName: "Obi" },
		});
	const ofOne: [path: string, id: string | undefined][] = [["/courses/:recordId", application.courses[0]?.id]];
	const event = { organisationId: orgName, username: "ada@north.example", createdAt: 1 };
	await testDb()
		.insert(auditEvents)
		.values(
			["course.created", "courses.imported", "applicants.course_changed", "task.started"].map((action, index) => ({
				...event,
				...{ id: `event-${index}`, action, status: "SUCCESS" as const },
				details: action === "task.started" ? { taskType: "COURSE_IMPORT" } : {},
			})),
		);
	await testDb()
		.insert(modificationEntries)
		.values(
			["courses", "courseId", "courseAlias"].map((field, index) => ({
				...event,
				...{ id: `entry-${index}`, entity: "course", entityId: "gone", field },
				...{ oldValue: JSON.stringify([{ courseId: "LAW" }]), newValue: "[]" },
			})),
		);
	const addresses = sitemap()
		.flatMap((path) => {
			if (path.endsWith("/:part")) return Object.keys(settingParts).map((part) => path.replace(":part", part));
			return path;
		})
		.map((path) => {
			const [, id] = ofOne.find(([start]) => path.includes(start)) ?? [];
			return path.replace(/:\w+/g, (name) => ids[name] ?? id ?? (/record|role/.test(name) ? "new" : "unknown"));
		});
	const asked = [
		...addresses,
		...["stage", "course", "posting", "reviewer", "export", "report"].map(
			(path) => `/${orgName}/applicants/${path}?application=${application.id}&selected=${applicant.id}`,
		),
		`/${orgName}/applicants?application=${application.id}&sort=course`,
		`/${orgName}/search?q=co`,
		`/${orgName}/applicants/filters?application=${application.id}`,
	];
	const wrong: [path: string, text: string][] = [];
	let drawn = 0;
	for (const path of asked) {
		const response = await (path.includes("candidate-info") ? openBrowser() : browser).get(path);
		const isPage = response.headers.get("content-type")?.startsWith("text/html");
		const text = isPage ? readable(await response.text()).replace(ofNobodysScreen, "") : "";
		if (isPage && response.status === 200) drawn++;
		const [said] = text.match(/.{0,40}\bcourses?\b.{0,40}/i) ?? [];
		if (said !== undefined) wrong.push([path.replace(orgName, ":orgName"), said]);
	}
	expect(wrong).toEqual([]);
	const candidates = readable(await (await browser.get(`/${orgName}/manage-candidates/jamb`)).text());
	expect(candidates, "in the heads of uploaded candidates").toMatch(/JAMB number.*UTME.*Programme.*Obi/);
	const log = textOf(await (await browser.get(`/${orgName}/audit-log`)).text());
	expect(log).toMatch(/Created programme/);
	expect(log).toMatch(/Imported programmes/);
	expect(log).toMatch(/Changed the programme/);
	expect(log).toMatch(/\(programme import\)/);
	const changes = textOf(await (await browser.get(`/${orgName}/modification-log`)).text());
	expect(changes).toMatch(/Programme id.*Programmes/);
	expect(drawn).toBeGreaterThan(80);
}, 120_000);

test("no step of the tour says course where the institution says programme", () => {
	const steps = [...frameSteps, ...otherSteps, ...tourScreens.flatMap(({ steps }) => steps)];
	const said = steps.flatMap(({ title, text }) =>
		[title, text].map((one) => inAlias(one, "programme").replace(ofNobodysScreen, "")),
	);
	expect(said.filter((text) => /\bcourses?\b|[{}]/i.test(text))).toEqual([]);
	expect(said).toContain("Change the programme, post to a location, edit the form, send an email.");
});
