import { beforeAll, describe, expect, test } from "vitest";
import { testDb } from "#tests/support/factories";
import type { Browser } from "#tests/support/portal-browser";
import { linksOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { readAddresses } from "#tests/support/sitemap";
import { bindRole, openTwoPlaces, type PlaceName, type TwoPlaces } from "#tests/support/two-places";
import { userRoles } from "#worker/database/schema/auth";

/** Addresses that show an applicant to everybody who has them, and those of no institution. */
const isPublic = (address: string) =>
	!address.startsWith("/:orgName/") ||
	/\/(candidate-info\/:publicId(\/photo)?|referee(\/:token)?|reset-request|forgot-password|confirm|auth|404|logout)$/.test(
		address,
	);

const addresses = readAddresses().filter((address) => !isPublic(address));
const ofApplicant = addresses.filter((address) => address.includes(":applicantId"));

let two: TwoPlaces;
const browsers = new Map<PlaceName, Browser>();
beforeAll(async () => {
	two = await openTwoPlaces();
	for (const place of ["university", "physics"] as const) {
		const { organisationId } = two;
		const staff = await createStaff({ organisationId });
		await bindRole({ organisationId, userId: staff.id, roleId: `role-${staff.id}` }, place);
		browsers.set(place, (await signedInBrowser(staff)).browser);
	}
});

/** Returns an address about one of the two applicants, over the list of both, both selected. */
const addressOf = (address: string, key: "inside" | "outside") => {
	const applicant = two[key];
	const all = key === "inside" ? two.allInside : two.allOutside;
	const refereeId = all.ids.find(([prefix]) => prefix.includes("referees"))?.[1].refereeId;
	const transactionId = all.ids.find(([, params]) => params.transactionId)?.[1].transactionId;
	const params: Record<string, string | null | undefined> = {
		orgName: two.organisationId,
		applicantId: applicant.id,
		formId: applicant.submissionId,
		publicId: applicant.publicId,
		refereeId,
		transactionId,
	};
	const path = address.replace(/:(\w+)/g, (_, name: string) => params[name] ?? `${key}-${name.replace(/Id$/, "")}`);
	const ids = [two.inside, two.outside].map(({ id }) => `&id=${id}`).join("");
	return `${path}?application=${two.application.id}&firstId=${two.inside.id}&secondId=${two.outside.id}&template=offer${ids}`;
};

const read = async (place: PlaceName, path: string) => {
	const response = await browsers.get(place)?.get(path);
	return { status: response?.status, text: (await response?.text()) ?? "" };
};

test("the sitemap has the screens of applicants", () => {
	expect(ofApplicant.length).toBeGreaterThan(25);
	expect(addresses.length).toBeGreaterThan(60);
});

describe.each(addresses)("%s", (address) => {
	test("shows a user of one place no applicant of another", async () => {
		const { status, text } = await read("physics", addressOf(address, "outside"));
		expect(text).not.toMatch(/outsider/i);
		expect(status).toBeLessThan(500);
	});
});

describe.each(ofApplicant)("%s", (address) => {
	test("is not found for an applicant of another place, and answers for one's own as for everybody", async () => {
		expect((await read("physics", addressOf(address, "outside"))).status).toBe(404);
		const [own, everybodys] = [
			await read("physics", addressOf(address, "inside")),
			await read("university", addressOf(address, "inside")),
		];
		expect(own.status).toBe(everybodys.status);
	});
});

test("a user of the whole institution is shown the other applicant on the screens of theirs, and in lists", async () => {
	let shown = 0;
	for (const address of addresses)
		if (/outsider/i.test((await read("university", addressOf(address, "outside"))).text)) shown += 1;
	expect(shown).toBeGreaterThan(25);
});

test.each(["outbox", "releases"])(
	"%s, which is for the whole institution, is offered to nobody of one place",
	async (screen) => {
		const offered = async (place: PlaceName) =>
			linksOf((await read(place, `/${two.organisationId}/search?q=${screen}`)).text).includes(
				`/${two.organisationId}/${screen}`,
			);
		expect([await offered("university"), await offered("physics")]).toEqual([true, false]);
	},
);

test("a user who sees all and changes those of one place is offered changes of these alone, and refused others by the screen", async () => {
	const { organisationId } = two;
	const officer = await createStaff({ organisationId, privileges: ["candidate:r"] });
	const writing = await createStaff({
		organisationId,
		privileges: ["candidate:r", "candidate:u", "candidate:d", "candiemail:c", "forms:u"],
	});
	await testDb()
		.insert(userRoles)
		.values({ organisationId, userId: officer.id, roleId: `role-${writing.id}` });
	await bindRole({ organisationId, userId: officer.id, roleId: `role-${writing.id}` }, "physics");
	const { browser } = await signedInBrowser(officer);
	const open = async (key: "inside" | "outside", path: string) => {
		const response = await browser.get(`/${organisationId}/applicants/${two[key].id}/${path}`);
		return { status: response.status, text: await response.text() };
	};
	const offers = [
		/name="note"/,
		/\/letter\/new/,
		/\/applicants\/[^/"]+\/email[?"]/,
		/Renotify/,
		/referees\/[^/"]+\/remove/,
	];
	const offered = async (key: "inside" | "outside") => {
		const tabs = ["activity-log", "referees", "letter", "attachments", "emails"];
		const pages = await Promise.all(tabs.map((tab) => open(key, tab)));
		expect(pages.map(({ status }) => status)).toEqual(tabs.map(() => 200));
		const all = pages.map(({ text }) => text).join();
		return offers.filter((offer) => offer.test(all));
	};
	expect((await offered("inside")).length).toBeGreaterThan(2);
	expect(await offered("outside")).toEqual([]);
	for (const dialog of [
		"stage",
		"course",
		"posting",
		"reviewer",
		"email",
		"identity",
		"letter/new",
		"letter/withdraw",
		"letter/replace",
		"data",
		"erase",
		"referees/new",
	]) {
		expect([dialog, (await open("inside", dialog)).status]).toEqual([dialog, 200]);
		expect([dialog, (await open("outside", dialog)).status]).toEqual([dialog, 403]);
	}
});
