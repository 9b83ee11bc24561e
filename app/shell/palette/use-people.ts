import { useLocation } from "@remix-run/react";
import { useMemo } from "react";
import { may, mayCall } from "#app/session/may-call";
import { actionsFor, factsAbout } from "#app/shell/applicant-actions";
import type { Command } from "#app/shell/commands";
import { parseAction } from "#app/shell/palette/action-intent";
import { beginsTitle } from "#app/shell/palette/command-intent";
import type { Steering } from "#app/shell/palette/level";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { findStep, parseMove } from "#app/shell/palette/move-intent";
import { parseQuery } from "#app/shell/palette/payments/query-intent";
import { parseScope } from "#app/shell/palette/scope";
import { useFoundApplicants } from "#app/shell/palette/use-found-applicants";
import { type Step, useStageSteps } from "#app/shell/palette/use-stage-steps";
import { useShell } from "#app/shell/shell-context";
import { formatDateInput } from "#worker/contract/text/dates";
import { meansPayment } from "#worker/contract/text/means-payment";
import type { FoundApplicant } from "#worker/services/search/contract";
import type { FoundPayment } from "#worker/services/transactions/contract";
import { isNarrowedTo, readPaymentWords } from "#worker/services/transactions/words.contract";

/** Applicants shown where they are only a part of the list: without a text, and when an action is named; so many payments too. */
const fewApplicants = 5;
/** why no more: each costs time at every key, and they are beyond the edge; the list has the rest. */
const mostApplicants = 8;

/** The part of what is shown that the server searches. */
const searchedText = ({ name, applicationNumber, accountEmail }: FoundApplicant): string =>
	`${name} ${applicationNumber} ${accountEmail}`;

const searchedOf = ({ name, email, reference, rrr }: FoundPayment): string =>
	`${name} ${email} ${reference} ${rrr ?? ""}`;

/**
 * Reads the text that is drawn, and finds the applicants that it means and what it would have done with them.
 * @param commands those that can be run here
 */
export const usePeople = (steering: Steering, commands: readonly Command[]) => {
	const { user, organisation } = useShell();
	const location = useLocation();
	const actions = useMemo(
		() =>
			// why both: what is typed names an action before it names an applicant.
			actionsFor(user.privileges, factsAbout({ hasForm: true, isPosted: false, hasLetter: true }, organisation)),
		[user.privileges, organisation],
	);
	const maySee = mayCall(user, may.seeApplicants);
	const today = formatDateInput(Date.now(), organisation.timeZone);
	const mayQuery = mayCall(user, may.queryPayments);
	const maySeePayments = mayCall(user, may.readPayments);
	const mayMove = mayCall(user, may.changeApplicants);
	/** Reads a text: what is searched among commands and what among applicants. */
	const read = (text: string) => {
		const { scope, query } = parseScope(text);
		const isCommand = scope === "all" || scope === "commands";
		const querying = mayQuery && isCommand ? parseQuery(query, today) : undefined;
		if (querying) return { scope, query, querying };
		const isSearched = maySee && (scope === "all" || scope === "applicants");
		const isIntent = isSearched && !beginsTitle(query, commands);
		const move = isIntent && mayMove ? parseMove(query) : undefined;
		const act = isIntent ? parseAction(query, actions) : undefined;
		const intended = move?.applicant ?? act?.applicant;
		const ofPayments = scope === "transactions" && maySeePayments ? `#${query}` : undefined;
		// why: who sees no applicants still finds a payment by what looks like its reference.
		const alone = scope === "all" && maySeePayments && meansPayment(query) ? query : ofPayments;
		return { scope, query, move, act, intended, asked: isSearched ? (intended ?? query) : alone };
	};
	const { scope, query, querying, move, act, intended, asked } = read(steering.query);
	const { found, isPending } = useFoundApplicants(steering, (text) => read(text).asked);
	const openId = /\/applicants\/([^/]+)/.exec(location.pathname)?.[1];
	const applicants = (asked === undefined ? [] : (found?.applicants ?? []))
		.filter(({ id }) => !(found?.recent && id === openId))
		.slice(0, found?.recent || intended !== undefined ? fewApplicants : mostApplicants);
	// why the rest: a word that narrows the search need not be in what is found.
	const narrowed = readPaymentWords(scope === "transactions" ? query : "", today);
	const words = wordsOf(intended ?? (scope === "transactions" ? narrowed.rest : query));
	const isNarrowed = (one: FoundPayment) =>
		isNarrowedTo(narrowed, one, formatDateInput(one.createdAt, organisation.timeZone));
	const first = isPending ? undefined : applicants[0];
	const { form, failure } = useStageSteps(move ? first?.id : undefined);
	/** why by the first one's workflow: applicants of one application share it. */
	const stepOf = ({ applicationId, stage }: FoundApplicant): Step | undefined =>
		move && form && applicationId === first?.applicationId
			? findStep(
					form.steps.map((step) => ({ ...step, current: step.id === stage.id })),
					move.stage,
				)
			: undefined;
	const moving = isPending
		? []
		: applicants.flatMap((applicant) => {
				const step = stepOf(applicant);
				return step ? [{ applicant, step }] : [];
			});
	const acting =
		act && !move && !isPending && !found?.recent
			? applicants
					.filter((one) => act.action.isFor?.(factsAbout(one, organisation)) ?? true)
					.map((applicant) => ({ applicant, action: act.action }))
			: [];
	return {
		scope,
		query,
		found,
		isPending,
		maySee,
		maySeePayments,
		applicants,
		moving,
		acting,
		words,
		payments: (asked === undefined ? [] : (found?.payments ?? [])).slice(
			0,
			scope === "transactions" ? mostApplicants : fewApplicants,
		),
		/** The part of the text that commands are searched by. */
		commandQuery: move ? move.stage.join(" ") : (querying?.words ?? query),
		/** The day since which the text would have pending payments queried. */
		querying: querying?.day,
		isIntended: intended !== undefined,
		/** Whether it is still being found what the text would have done with the named applicants. */
		isNaming: intended !== undefined && (isPending || (move !== undefined && first !== undefined && !form && !failure)),
		/** Whether a payment was found for an older text, and does not match this one. */
		isOfOlderText: (one: FoundPayment) => isPending && (matchScore(searchedOf(one), words) === 0 || !isNarrowed(one)),
		/** Whether an applicant was found for an older text, and does not match this one. */
		isOutdated: (one: FoundApplicant) => isPending && matchScore(searchedText(one), words) === 0,
		hasMore:
			!isPending && !found?.recent && intended === undefined && (found?.applicants.length ?? 0) > applicants.length,
	};
};

export type People = ReturnType<typeof usePeople>;
