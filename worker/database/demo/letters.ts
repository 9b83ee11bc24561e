import type { KnownStageType } from "#worker/contract/stage-types";
import type { MadeApplicant } from "./applicants";
import type { DemoApplication, Ground } from "./ground";
import type { DemoStep, LogRow } from "./history";
import type { Row } from "./insert";
import { day } from "./moments";
import { createRandom } from "./random";

/** A letter whose file is drawn after the data is loaded. */
export interface DemoLetter {
	organisation: Ground["organisation"] & { timeZone: string };
	/** Its key in the file store. */
	key: string;
	text: {
		template: { id: string; name: string; content: string };
		applicant: LetterApplicant;
		stageName: string;
		comment: null;
		date: number;
	};
}

type LetterApplicant = Pick<
	Row<"applicants">,
	"firstName" | "lastName" | "applicationNumber" | "reference" | "registeredAt"
> & {
	middleName: string | null;
	applicationTitle: string;
	accountEmail: string;
	course: { id: string; code: string; title: string };
	location: { id: string; name: string } | null;
};

/** The documents that stages send, by the key of their template. */
const templateOf: Partial<Record<KnownStageType, string>> = {
	CONDITIONAL_OFFER: "offer-letter",
	ACCEPTED: "admission-letter",
};

/** What some applicants of a stage have: the stages of their letters, in order; the last is in force. */
const held: Partial<Record<KnownStageType, readonly (readonly KnownStageType[])[]>> = {
	ACCEPTED: [["CONDITIONAL_OFFER", "ACCEPTED"], ["ACCEPTED", "ACCEPTED"], ["ACCEPTED"]],
	CONDITIONAL_OFFER: [["CONDITIONAL_OFFER"], ["CONDITIONAL_OFFER"]],
};

/** Checks whether somebody at the stage may have a letter. */
export const mayHaveLetter = ({ steps }: DemoApplication, { applicant }: MadeApplicant): boolean =>
	steps.some(({ id, type }) => id === applicant.stepId && held[type] !== undefined);

interface Lettered {
	application: DemoApplication;
	/** Those who may have a letter, the latest last. */
	made: readonly MadeApplicant[];
	seed: number;
	now: number;
	fileSize: (key: string) => number;
}

interface Letters {
	letters: Row<"letters">[];
	applicantLog: LogRow[];
	/** The address of each applicant's letter in force. */
	urls: Map<string, { url: string; at: number }>;
	files: DemoLetter[];
}

/** Makes the letters of a few applicants: a conditional one, an admission, and former ones that were replaced. */
export const lettersOf = (ground: Ground, { application, made, seed, now, fileSize }: Lettered): Letters => {
	const organisationId = ground.organisation.id;
	const all: Letters = { letters: [], applicantLog: [], urls: new Map(), files: [] };
	const random = createRandom(seed, organisationId, "letters");
	const add = ({ applicant, rows }: MadeApplicant, step: DemoStep, isAgain: boolean) => {
		const template = ground.rows.templates.find(
			({ id }) => id === ground.idOf("template", templateOf[step.type] ?? ""),
		);
		const change = (rows.applicantLog ?? []).findLast(({ stepId, actorId }) => stepId === step.id && actorId);
		if (!template || !change?.actorId || !change.reviewedBy) return;
		const createdAt = Math.min(now, change.createdAt + (isAgain ? day : 40_000));
		const id = random.id("d");
		const key = `letters/${organisationId}/${applicant.id}/${id}.pdf`;
		all.letters.push({
			...{ organisationId, id, applicantId: applicant.id, templateId: template.id, templateName: template.name },
			...{ stageName: step.name, objectKey: key, size: fileSize(key), createdAt },
			...{ createdBy: change.actorId, createdByName: change.reviewedBy },
		});
		all.applicantLog.push({
			...{ organisationId, applicantId: applicant.id, id: random.id("l"), type: "DATA_UPDATE", createdAt },
			...{ stageName: step.name, reason: `Offer letter made: ${template.name}` },
			...{ actorId: change.actorId, reviewedBy: change.reviewedBy },
		});
		all.urls.set(applicant.id, { url: `/${organisationId}/applicants/${applicant.id}/letters/${id}`, at: createdAt });
		all.files.push({
			organisation: { ...ground.organisation, timeZone: "Africa/Lagos" },
			key,
			text: {
				template,
				applicant: applicantOf(ground, application, applicant),
				...{ stageName: step.name, comment: null, date: createdAt },
			},
		});
	};
	for (const [type, plans] of Object.entries(held)) {
		const at = application.steps.find((step) => step.type === type);
		const latest = made.filter(({ applicant }) => applicant.stepId === at?.id).reverse();
		for (const [index, stages] of plans.entries())
			for (const [place, stage] of stages.entries()) {
				const [applicant, step] = [latest[index], application.steps.find((one) => one.type === stage)];
				if (applicant && step) add(applicant, step, stages.indexOf(stage) < place);
			}
	}
	return all;
};

const applicantOf = (
	{ rows }: Ground,
	{ plan, courses }: DemoApplication,
	{ middleName = null, email, courseId, locationId, ...applicant }: Row<"applicants">,
): LetterApplicant => {
	const course = courses.find(({ id }) => id === courseId);
	return {
		...{ ...applicant, middleName, accountEmail: email, applicationTitle: plan.title },
		course: { id: courseId, code: course?.code ?? "", title: course?.title ?? "" },
		location: rows.locations.find(({ id }) => id === locationId) ?? null,
	};
};
