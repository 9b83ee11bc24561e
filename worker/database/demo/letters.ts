import type { KnownStageType } from "#worker/contract/stage-types";
import { fullName } from "#worker/contract/text/full-name";
import { codeLength, codeLetters } from "#worker/contract/text/letter-code";
import type { MadeApplicant } from "./applicants";
import type { DemoStep, LogRow } from "./history";
import type { Row } from "./insert";
import { createRandom } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { day, hour } from "./times";

/** A letter whose file is drawn after the data is loaded. */
export interface DemoLetter {
	organisation: Setup["organisation"] & { timeZone: string };
	/** Its key in the file store. */
	key: string;
	/** The code that it can be verified with. */
	code: string;
	text: {
		template: { id: string; name: string; content: string };
		applicant: LetterApplicant;
		stageName: string;
		comment: null;
		date: number;
		formValues: undefined;
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

interface Held {
	/** The stages of the letters, in order; the last is in force. */
	stages: readonly KnownStageType[];
	/** Why the last is no longer in force. */
	withdrawn?: string;
	/** How often the last was verified. */
	checks?: number;
}

/** What some applicants of a stage have. */
const held: Partial<Record<KnownStageType, readonly Held[]>> = {
	ACCEPTED: [
		{ stages: ["CONDITIONAL_OFFER", "ACCEPTED"], checks: 3 },
		{ stages: ["ACCEPTED", "ACCEPTED"] },
		{ stages: ["ACCEPTED"], checks: 1 },
	],
	CONDITIONAL_OFFER: [
		{ stages: ["CONDITIONAL_OFFER"] },
		{ stages: ["CONDITIONAL_OFFER"] },
		{ stages: ["CONDITIONAL_OFFER"], withdrawn: "The results that were uploaded could not be confirmed.", checks: 2 },
	],
};

interface Place {
	/** Whether there is a letter of this stage already. */
	isAgain: boolean;
	/** The state of the applicant's last letter. */
	fate: Held | undefined;
}

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
export const lettersOf = (setup: Setup, { application, made, seed, now, fileSize }: Lettered): Letters => {
	const organisationId = setup.organisation.id;
	const all: Letters = { letters: [], applicantLog: [], urls: new Map(), files: [] };
	const random = createRandom(seed, organisationId, "letters");
	const add = ({ applicant, rows }: MadeApplicant, step: DemoStep, { isAgain, fate }: Place) => {
		const template = setup.rows.templates.find(({ id }) => id === setup.idOf("template", templateOf[step.type] ?? ""));
		const change = (rows.applicantLog ?? []).findLast(({ stepId, actorId }) => stepId === step.id && actorId);
		if (!template || !change?.actorId || !change.reviewedBy) return;
		const createdAt = Math.min(now, change.createdAt + (isAgain ? day : 40_000));
		const id = random.id("d");
		const code = random.text(codeLength, codeLetters);
		const key = `letters/${organisationId}/${applicant.id}/${id}.pdf`;
		const lettered = applicantOf(setup, application, applicant);
		const after = (most: number) => Math.min(now, createdAt + most);
		const withdrawnAt = fate?.withdrawn === undefined ? null : after(6 * hour);
		all.letters.push({
			organisationId,
			id,
			applicantId: applicant.id,
			templateId: template.id,
			templateName: template.name,
			stageName: step.name,
			objectKey: key,
			size: fileSize(key),
			createdAt,
			createdBy: change.actorId,
			createdByName: change.reviewedBy,
			code,
			holderName: fullName(lettered),
			courseName: `${lettered.course.code} ${lettered.course.title}`,
			checks: fate?.checks ?? 0,
			lastCheckedAt: fate?.checks ? after(9 * hour) : null,
			withdrawnAt,
			withdrawnReason: fate?.withdrawn ?? null,
			withdrawnBy: withdrawnAt === null ? null : change.actorId,
			withdrawnByName: withdrawnAt === null ? null : change.reviewedBy,
		});
		all.applicantLog.push({
			organisationId,
			applicantId: applicant.id,
			id: random.id("l"),
			type: "DATA_UPDATE",
			createdAt,
			stageName: step.name,
			reason: `Offer letter made: ${template.name}`,
			actorId: change.actorId,
			reviewedBy: change.reviewedBy,
		});
		if (withdrawnAt !== null)
			all.applicantLog.push({
				organisationId,
				applicantId: applicant.id,
				id: random.id("l"),
				type: "DATA_UPDATE",
				stageName: step.name,
				reason: `Offer letter withdrawn: ${template.name}. ${fate?.withdrawn}`,
				actorId: change.actorId,
				reviewedBy: change.reviewedBy,
				createdAt: withdrawnAt,
			});
		else
			all.urls.set(applicant.id, { url: `/${organisationId}/applicants/${applicant.id}/letters/${id}`, at: createdAt });
		all.files.push({
			organisation: { ...setup.organisation, timeZone: "Africa/Lagos" },
			key,
			code,
			text: {
				template,
				applicant: lettered,
				stageName: step.name,
				comment: null,
				date: createdAt,
				formValues: undefined,
			},
		});
	};
	for (const [type, plans] of Object.entries(held)) {
		const at = application.steps.find((step) => step.type === type);
		const latest = made.filter(({ applicant }) => applicant.stepId === at?.id).reverse();
		for (const [index, plan] of plans.entries())
			for (const [place, stage] of plan.stages.entries()) {
				const [applicant, step] = [latest[index], application.steps.find((one) => one.type === stage)];
				if (applicant && step)
					add(applicant, step, {
						isAgain: plan.stages.indexOf(stage) < place,
						fate: place === plan.stages.length - 1 ? plan : undefined,
					});
			}
	}
	return all;
};

const applicantOf = (
	{ rows }: Setup,
	{ plan, courses }: DemoApplication,
	{ middleName = null, email, courseId, locationId, ...applicant }: Row<"applicants">,
): LetterApplicant => {
	const course = courses.find(({ id }) => id === courseId);
	return {
		...applicant,
		middleName,
		accountEmail: email,
		applicationTitle: plan.title,
		course: { id: courseId, code: course?.code ?? "", title: course?.title ?? "" },
		location: rows.locations.find(({ id }) => id === locationId) ?? null,
	};
};
