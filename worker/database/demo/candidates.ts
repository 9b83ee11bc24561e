import { examKeyOf } from "#worker/contract/identity-keys";
import type { CandidateValues } from "#worker/services/uploaded-candidates/contract";
import { keysOfCandidate, searchTextOf } from "#worker/services/uploaded-candidates/read-candidate";
import { originOf, phone, stateName } from "./circumstances";
import { optionsOf } from "./form-designs";
import type { Row, Rows } from "./insert";
import { asciiName, personName } from "./names";
import type { People } from "./people";
import { createRandom, type Random } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { day } from "./times";

/** An applicant who was on the list before they applied. */
export interface Preloaded {
	applicant: Row<"applicants">;
	answers: Record<string, unknown>;
}

/** The number of candidates on the list who never applied. */
const stillExpected = 46;
const fileName = "JAMB admission list, first batch.xlsx";

/** Makes a list from JAMB that was uploaded for the main application, and an empty group. */
export const candidatesOf = (
	{ idOf, organisation }: Setup,
	{ reviewers }: People,
	{ application, preloaded }: { application: DemoApplication; preloaded: readonly Preloaded[] },
	{ seed, now }: { seed: number; now: number },
): Rows => {
	const organisationId = organisation.id;
	const random = createRandom(seed, organisationId, "candidates");
	const [first] = reviewers;
	const by = { createdBy: first?.id ?? "", createdAt: now - 60 * day };
	const [groupId, importId] = [idOf("candidates", "list"), idOf("candidates", "import")];
	const group = (id: string, name: string, createdAt: number) => ({
		organisationId,
		id,
		name,
		nameKey: name.toLowerCase(),
		applicationId: application.id,
		...by,
		createdAt,
		updatedAt: createdAt,
	});
	const applied = preloaded.map(({ applicant, answers }) => ({
		applicantId: applicant.id,
		data: valuesOf(random, application, {
			examNumber: String(answers.jambNumber),
			score: String(answers.jambScore),
			email: applicant.email,
			firstName: applicant.firstName,
			middleName: applicant.middleName ?? "",
			lastName: applicant.lastName,
			sex: String(answers.gender),
			birthDate: String(answers.dateOfBirth),
			phone: String(answers.phone),
		}),
	}));
	const expected = Array.from({ length: stillExpected }, () => {
		const { firstName, middleName, lastName, gender } = personName(random);
		const examNumber = `${new Date(now).getUTCFullYear()}${random.text(8, "0123456789")}${random.text(2, "ABCDEFGHJK")}`;
		const email = `${asciiName(firstName)}.${asciiName(lastName)}@mailbox.example`;
		const said = { examNumber, score: String(random.between(180, 320)), email, phone: phone(random), sex: gender };
		return {
			applicantId: null,
			data: valuesOf(random, application, { ...said, firstName, middleName: middleName ?? "", lastName }),
		};
	});
	const candidates = [...applied, ...expected].map(({ applicantId, data }) => ({
		organisationId,
		groupId,
		id: random.id("c"),
		examKey: examKeyOf(data.examNumber ?? ""),
		data,
		applicantId,
		searchText: searchTextOf(data),
		importId,
		createdAt: by.createdAt,
		updatedAt: by.createdAt,
	}));
	return {
		candidateGroups: [
			group(groupId, "JAMB admission list", by.createdAt),
			group(idOf("candidates", "second"), "JAMB admission list, supplementary", now - 4 * day),
		],
		imports: [
			{
				organisationId,
				id: importId,
				target: groupId,
				fileName,
				format: "xlsx",
				size: 21_480,
				status: "added",
				columns: [],
				rows: candidates.length,
				counts: { new: candidates.length, added: candidates.length },
				...by,
				createdByName: first?.name ?? "",
				addedAt: by.createdAt,
			},
		],
		importRows: candidates.map(({ id, data }, index) => ({
			organisationId,
			importId,
			position: index + 1,
			rowNumber: index + 2,
			cells: [],
			outcome: "new",
			reasons: [],
			data,
			recordId: id,
			state: "added",
			madeVersion: 1,
		})),
		groupCandidates: candidates,
		identityKeys: candidates.flatMap(({ id, data }) =>
			keysOfCandidate(data).map((key) => ({ organisationId, scope: groupId, key, ownerId: id })),
		),
	};
};

const [compulsory, ...optional] = optionsOf("utmeSubject");
const states = ["Kwara", "Kogi", "Oyo", "Lagos", "Osun", "Niger"];

const valuesOf = (random: Random, { courses }: DemoApplication, said: CandidateValues): CandidateValues => {
	const origin = originOf(random, { states });
	return {
		...said,
		state: stateName(origin.state),
		lga: origin.lga,
		subjects: [compulsory, ...random.sample(optional, 3)].join(", "),
		course: random.pick(courses).title,
	};
};
