import { expect, test } from "vitest";
import type { PdfDocument } from "#worker/gateways/pdf/content";
import { checkOfLetter } from "./letter-code";
import { letterDocument, withCheck } from "./letter-document";

const organisation = {
	id: "lagoon",
	name: "Lagoon University",
	email: null,
	phone: null,
	address: null,
	timeZone: "Africa/Lagos",
	courseAlias: "programme",
	logoKey: null,
	signatoryName: null,
	signatoryTitle: null,
	signatureKey: null,
};
const applicant = {
	firstName: "Ada",
	middleName: null,
	lastName: "Okafor",
	accountEmail: "ada@mail.example",
	applicationNumber: "LU/26/1",
	applicationTitle: "Undergraduate 2026",
	reference: "LU-1",
	course: { id: "physics", code: "PHY", title: "Physics" },
	location: null,
};

const drawn = (page?: Parameters<typeof letterDocument>[1]["template"]["page"]): PdfDocument => {
	const document = letterDocument(
		{ organisation, logo: undefined, signature: undefined, pictures: new Map() },
		{
			template: { id: "admission", name: "Admission", content: "<p>Dear {{firstName}}</p>", page },
			applicant,
			stageName: "Accepted",
			comment: null,
			date: 0,
			formValues: undefined,
		},
	);
	if (!document.ok) throw new Error("the text has no field that is unknown");
	return document.value;
};

/** Every object within what is drawn. */
const nodesIn = (drawn: unknown): Record<string, unknown>[] =>
	typeof drawn === "object" && drawn !== null
		? [drawn as Record<string, unknown>, ...Object.values(drawn).flatMap(nodesIn)]
		: [];
const codesOf = (document: PdfDocument) => nodesIn(document.parts).flatMap(({ qr }) => (qr === undefined ? [] : [qr]));

test("a letter has one picture, which leads to the page that says whether it is in force", () => {
	const check = checkOfLetter({ PORTAL_ORIGIN: "https://portal.example" }, "lagoon", "ABCDEFGHJKLM");
	expect(codesOf(withCheck(drawn(), check))).toEqual(["https://portal.example/lagoon/verify/ABCDEFGHJKLM"]);
});

test("a preview has no such picture, because it must not pass for a letter", () => {
	expect(codesOf(withCheck(drawn(), undefined))).toEqual([]);
});
