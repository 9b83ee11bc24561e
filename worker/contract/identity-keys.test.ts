import { expect, test } from "vitest";
import { applicantKeysOf, identityInForm, identityKeysOf } from "#worker/contract/identity-keys";

test("the same person written in another way has the same keys", () => {
	const one = identityKeysOf({
		name: "Musa Ọlá IBRAHIM",
		birthDate: "2008-03-01",
		examNumber: "2026 1234-5678 AB",
		phones: ["0803 123 4567"],
		emails: [" Musa@Mail.example "],
	});
	expect(one).toEqual([
		"exam:202612345678ab",
		"phone:8031234567",
		"email:musa@mail.example",
		"person:ibrahim musa ola|2008-03-01",
	]);
	expect(
		identityKeysOf({
			name: "Ibrahim, Musa Ola",
			birthDate: "2008-03-01",
			examNumber: "202612345678ab",
			phones: ["+234 803 123 4567", "2348031234567"],
			emails: ["musa@mail.example"],
		}),
	).toEqual(one);
});

test("too little information makes no key", () => {
	expect(identityKeysOf({ name: "Musa Ibrahim", examNumber: "12", phones: ["123"], emails: ["musa"] })).toEqual([]);
	expect(identityKeysOf({ name: "—", birthDate: "2008-03-01" })).toEqual([]);
});

const col = (fieldId: string, type: string, label: string) => ({ fieldId, type, props: { label } });
const layout = {
	sections: [
		{ id: "r", title: "R", refereeSectionType: "academic", rows: [{ id: "a", cols: [col("p0", "phone", "Phone")] }] },
		{
			id: "s",
			title: "S",
			rows: [
				{
					id: "b",
					cols: [
						col("started", "single-date", "Date of first school"),
						col("dob", "single-date", "Date of birth"),
						col("p1", "phone", "Phone number"),
						col("p2", "phone", "Phone of next of kin"),
						col("jamb", "text", "JAMB registration number"),
					],
				},
			],
		},
	],
};

test("a form identifies its applicant by its first own phone, birth date and examination number", () => {
	const data = {
		p0: "0800",
		p1: "0803 111 2222",
		p2: "0803 999 9999",
		dob: "2007-05-06",
		started: "1999-01-01",
		jamb: 77,
	};
	expect(identityInForm(layout, data)).toEqual({
		birthDate: "2007-05-06",
		examNumber: "77",
		phones: ["0803 111 2222"],
		emails: [],
	});
	const named = { firstName: "Ada", middleName: null, lastName: "Obi", email: "ada@mail.example" };
	expect(applicantKeysOf(named, layout, data)).toEqual([
		"phone:8031112222",
		"email:ada@mail.example",
		"person:ada obi|2007-05-06",
	]);
});
