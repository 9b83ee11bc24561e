import type { OrgContext } from "#worker/context";
import type { Facts } from "#worker/contract/criteria/facts";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { defaultTimeZone, formatDateInput } from "#worker/contract/text/dates";
import { factsOf } from "#worker/services/assistant/facts-of-applicant";
import { readPending } from "#worker/services/assistant/queries";
import {
	type ExportedAnswers,
	type ExportedApplicant,
	findLayout,
	readExported,
	readExportedAnswers,
} from "#worker/services/exports/queries";
import { organisationById } from "#worker/services/organisation/queries";

/** An applicant's row, and all that criteria can ask of them. */
export interface KnownApplicant {
	applicant: ExportedApplicant;
	facts: Facts;
}

interface ToKnow {
	applicationId: string;
	/** The fields whose answers are asked for. */
	askedFields: ReadonlySet<string>;
	/** The day on which ages are counted, UTC milliseconds. */
	at: number;
	/** Checks whether an applicant's answers are read; rows of other applicants are left out. */
	isWanted?: (applicant: ExportedApplicant) => boolean;
}

/** Returns a reader of facts, which remembers the layouts of forms; results are newest first. */
export const openFacts = async (
	ctx: OrgContext,
	{ applicationId, askedFields, at, isWanted = () => true }: ToKnow,
): Promise<(seqs: readonly number[]) => Promise<KnownApplicant[]>> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	const timeZone = organisation?.timeZone ?? defaultTimeZone;
	const today = formatDateInput(at, timeZone);
	const layouts = new Map<string, Promise<FormLayout>>();
	const layoutOf = (answers: ExportedAnswers): Promise<FormLayout> => {
		const key = `${answers.formDesignId} ${answers.designVersion}`;
		const layout = layouts.get(key) ?? findLayout(ctx, answers);
		layouts.set(key, layout);
		return layout;
	};
	return async (seqs) => {
		const [rows, pending] = await Promise.all([readExported(ctx, seqs), readPending(ctx, applicationId, seqs)]);
		const wanted = rows.filter(isWanted);
		const formIds = wanted.flatMap(({ submissionId }) => submissionId ?? []);
		const forms = formIds.length > 0 ? await readExportedAnswers(ctx, formIds) : undefined;
		const known: KnownApplicant[] = [];
		for (const applicant of wanted) {
			const form = forms?.get(applicant.submissionId ?? "");
			const facts = factsOf(applicant, form && { ...form, layout: await layoutOf(form) }, {
				askedFields,
				isPending: pending.has(applicant.seq),
				today,
				timeZone,
			});
			known.push({ applicant, facts });
		}
		return known;
	};
};
