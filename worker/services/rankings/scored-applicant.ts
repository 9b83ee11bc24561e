import { readNumber } from "#worker/contract/criteria/judge";
import { offersPlace } from "#worker/contract/stage-types";
import { foldText } from "#worker/contract/text/fold-text";
import type { KnownApplicant } from "#worker/services/assistant/known-applicants.queries";
import type { Ranking } from "#worker/services/rankings/queries";
import { scoreOf } from "#worker/services/rankings/score";
import type { ScoredApplicant } from "#worker/services/rankings/writes";

type Row = Pick<KnownApplicant["applicant"], "stepId" | "stepType" | "submittedAt">;
type Known = Pick<KnownApplicant, "facts"> & {
	applicant: Row & Pick<KnownApplicant["applicant"], "seq" | "courseId" | "regDate" | "state">;
};

/** Checks whether an applicant competes for a seat or holds one: who is declined, or has submitted nothing, does neither. */
export const isInRanking = ({ stage }: Pick<Ranking, "stage">, { stepId, stepType, submittedAt }: Row): boolean => {
	if (offersPlace(stepType ?? "")) return true;
	if (stepType === "DECLINED" || submittedAt === null) return false;
	return stage === null || stepId === stage;
};

/** Checks whether a form's state is one of these: forms write "Kogi State" too. */
const isOneOfStates = (state: string | null, states: readonly string[]): boolean =>
	state !== null && states.some((one) => plain(one) === plain(state));

const plain = (state: string): string =>
	foldText(state)
		.trim()
		.replace(/ state$/, "");

/** Returns what a ranking keeps of an applicant. */
export const scoredApplicant = (
	{ parts, catchmentStates, eldsStates }: Pick<Ranking, "parts" | "catchmentStates" | "eldsStates">,
	{ applicant, facts }: Known,
): ScoredApplicant => {
	const { pointsHundredths, mostHundredths } = scoreOf(parts, facts);
	const holds = offersPlace(applicant.stepType ?? "");
	const utme = readNumber(facts.utme);
	return {
		seq: applicant.seq,
		courseId: applicant.courseId,
		pointsHundredths,
		mostHundredths,
		standing: holds ? "holds" : mostHundredths > pointsHundredths ? "cannotTell" : "ranked",
		utmeHundredths: utme === null || utme < 0 ? -1 : Math.round(utme * 100),
		// why the registration: who was admitted by hand may have submitted nothing.
		submittedAt: applicant.submittedAt ?? applicant.regDate,
		isCatchment: isOneOfStates(applicant.state, catchmentStates) ? 1 : 0,
		isElds: isOneOfStates(applicant.state, eldsStates) ? 1 : 0,
	};
};
