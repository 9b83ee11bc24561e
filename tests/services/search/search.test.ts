import { describe, expect, it } from "vitest";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { searchText } from "#worker/contract/text/search-text";
import { locations } from "#worker/database/schema/organisations";

interface Found {
	applicants: { id: string; name: string; stage: { type: string }; applicationTitle: string }[];
	recent: boolean;
}

describe("the search", () => {
	it("finds applicants by name, number, email and reference, whatever the accents", async () => {
		const staff = await openServicesFixture();
		const person = {
			firstName: "Ọlájùmọ̀kẹ́",
			middleName: null,
			lastName: "Adébáyọ̀",
			applicationNumber: "CU/26/104882",
			email: "ola.ade@mail.example",
			reference: "RRR-7781",
		};
		const { id } = await createApplicant(staff.application, {
			...person,
			searchText: searchText(staff.organisation.searchKey, person),
		});
		await createMany(staff.application, 5, { searchKey: staff.organisation.searchKey });
		for (const text of [
			"olajumoke",
			"ADEB olaj",
			"cu26104882",
			"CU/26/104882",
			"ola.ade@mail.example",
			"rrr-7781",
			"ọlá",
		]) {
			const { body } = await staff.get<Found>(`/search?q=${encodeURIComponent(text)}`);
			expect(body.recent).toBe(false);
			expect(body.applicants).toMatchObject([
				{ id, name: "Ọlájùmọ̀kẹ́ Adébáyọ̀", stage: { type: "REGISTRATION" }, applicationTitle: staff.application.title },
			]);
		}
	});

	it("finds a number without its signs and, if nobody has the name as it is typed, a name with a mistake", async () => {
		const staff = await openServicesFixture();
		const person = {
			firstName: "Musa",
			middleName: null,
			lastName: "Maikano",
			applicationNumber: "CU/26/109467",
			email: "musa@mail.example",
			reference: "RRR-1",
		};
		const { id } = await createApplicant(staff.application, {
			...person,
			searchText: searchText(staff.organisation.searchKey, person),
		});
		await createMany(staff.application, 5, { searchKey: staff.organisation.searchKey });
		const found = async (text: string) =>
			(await staff.get<Found>(`/search?q=${encodeURIComponent(text)}`)).body.applicants.map((one) => one.id);
		for (const text of ["26109467", "Musa Maikna", "maikanno"]) expect(await found(text), text).toEqual([id]);
		expect(await found("Musa Bellow")).toEqual([]);
	});

	it("says of each whether they have begun a form, and whether they are posted", async () => {
		const staff = await openServicesFixture();
		const [location] = await testDb()
			.insert(locations)
			.values({ organisationId: staff.organisation.id, id: "yaba", name: "Yaba" })
			.returning();
		const create = (firstName: string, facts: { hasForm?: boolean; locationId?: string | undefined }) => {
			const person = { firstName, middleName: null, lastName: "Bello", email: "b@m.example" };
			const words = { ...person, applicationNumber: `CU/${firstName}`, reference: `RRR-${firstName}` };
			const searched = searchText(staff.organisation.searchKey, words);
			return createApplicant(staff.application, { ...words, ...facts, searchText: searched });
		};
		await create("Ada", { hasForm: false });
		await create("Obi", { locationId: location?.id });
		const { body } = await staff.get<Found>("/search?q=bello");
		expect(body.applicants).toMatchObject([
			{ name: "Obi Bello", hasForm: true, isPosted: true },
			{ name: "Ada Bello", hasForm: false, isPosted: false },
		]);
	});

	it("shows the newest 20", async () => {
		const staff = await openServicesFixture();
		const ids = await createMany(staff.application, 30, { searchKey: staff.organisation.searchKey });
		const { body } = await staff.get<Found>("/search?q=chidi");
		expect(body.applicants.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 20));
	});

	it("without a text shows the last eight that were opened", async () => {
		const staff = await openServicesFixture();
		const ids = await createMany(staff.application, 10);
		expect((await staff.get<Found>("/search")).body).toEqual({ applicants: [], recent: true });
		for (const id of ids) {
			staff.clock.advance(1_000);
			await staff.get(`/candidates/${id}`);
		}
		const { body } = await staff.get<Found>("/search?q=%20");
		expect(body.recent).toBe(true);
		expect(body.applicants.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 8));
	});

	it("never returns another institution's applicants", async () => {
		const [staff, other] = [await openServicesFixture(), await openServicesFixture()];
		await createMany(other.application, 3, { searchKey: other.organisation.searchKey });
		await createMany(other.application, 3, { searchKey: staff.organisation.searchKey });
		expect((await staff.get<Found>("/search?q=chidi")).body.applicants).toEqual([]);
	});

	it.each([
		'"',
		'""',
		"*",
		"a*b",
		"NEAR(a, 5)",
		"NOT",
		"^x",
		"{",
		"search_text:a",
		"😀",
		"\u0000",
		"%",
		"' OR 1=1",
		"a".repeat(10_000),
		"\ud800",
	])("responds to hostile text with a list (%#)", async (text) => {
		const staff = await openServicesFixture();
		const response = await staff.get<Found>(`/search?q=${encodeURIComponent(text.toWellFormed())}`);
		expect(response).toMatchObject({ status: 200, body: { applicants: [] } });
	});

	it("needs a candidate privilege", async () => {
		const staff = await openServicesFixture({ privileges: ["course:r"] });
		expect((await staff.get("/search?q=a")).status).toBe(403);
	});
});
