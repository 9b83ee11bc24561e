import {
	type ActionFunctionArgs,
	type HeadersFunction,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import {
	type ClientActionFunctionArgs,
	isRouteErrorResponse,
	type ShouldRevalidateFunction,
	useActionData,
	useLoaderData,
	useRouteError,
} from "@remix-run/react";
import { CircleCheck, Link2Off } from "lucide-react";
import { useMemo, useRef } from "react";
import { problemOf } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { ReferenceForm } from "#app/routes/referees/reference-form";
import { findInvitation, placesFor, type Questions, questionsOf } from "#app/routes/referees/reference-page.server";
import { UnsentReference } from "#app/routes/referees/unsent-reference";
import { readAnswers } from "#app/session/read-answers.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { readSections } from "#app/ui/form-fields/read-sections";
import { revealedBy } from "#app/ui/form-fields/shown-fields";
import { OrganisationMark } from "#app/ui/organisation-mark";
import { MessagePage } from "#app/ui/page/message-page";
import { checkAnswers } from "#worker/contract/forms/form-rules";
import type { FormSection } from "#worker/contract/forms/form-schema";
import { maxBodyBytes } from "#worker/contract/posted-form";
import { type Problem, type ProblemCode, problems } from "#worker/contract/problems";
import { formatDate } from "#worker/contract/text/dates";
import { answerInvitation } from "#worker/services/referees/invitation.contract";

/** Reads a posted page of the reference, and whether a button asked for one repeat more or less. */
const readReference = (inputs: FormSection[], form: FormData): Questions & { isCopying: boolean } => {
	const { answers, copied } = readSections(inputs, form, { referee: null });
	if (!copied) return { ...questionsOf(inputs, { answers }), isCopying: false };
	return { ...questionsOf(inputs, { ...copied, revision: crypto.randomUUID() }), isCopying: true };
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data ? `Your reference · ${data.invitation.organisation.name}` : "Reference · Matricula" },
	{ name: "robots", content: "noindex, nofollow" },
];

export const headers: HeadersFunction = () => ({
	"cache-control": "no-store",
	"x-robots-tag": "noindex, nofollow, noarchive",
});

/** The page on which a referee answers by a mailed link (§3 Referee). */
export const loader = async ({ params, context }: LoaderFunctionArgs) => {
	const { inputs, ...invitation } = orThrow(await findInvitation(context, params));
	const questions = questionsOf(inputs);
	return json({ invitation, questions, places: placesFor(questions.sections) });
};

/** why: the typed answers exist only here; a refused page must not load data that could replace them. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
	formMethod !== "POST" && defaultShouldRevalidate;

/** The largest page in bytes. why more than the service accepts: a text that is too long comes back to be shortened. */
const maxPostedBytes = 5 * maxBodyBytes;

/** Sends the reference; when it is refused, the page comes back with all typed answers. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const form = await readAnswers(request, context, maxPostedBytes);
	const invited = await findInvitation(context, params);
	if (!invited.ok) return refuse(invited.problem, form);
	const { organisation, inputs } = invited.value;
	const { isCopying, ...questions } = readReference(inputs, form);
	if (isCopying) return json({ questions, errors: {} });
	// why: without scripts, what the answers ask for beside is seen now only, and a reference is sent once.
	if (revealedBy(questions.sections, form) !== undefined)
		return json({ questions: { ...questions, revision: crypto.randomUUID() }, errors: { "": [askedForMore] } });
	const body = { organisation: organisation.id, data: questions.answers };
	const sent = await context.api.call(answerInvitation, { params: { token: params.token ?? "" }, body });
	if (sent.ok) return redirect(`/${organisation.id}/referee`);
	const { code, fields, error } = sent.problem;
	if (isOver(code)) return refuse(sent.problem, form);
	// why not the problem's own errors: to the services all answers are one field.
	const tooLong = code === "too_large" && checkAnswers(questions.sections, { data: questions.answers, files: [] });
	const errors = tooLong ? { ...tooLong, "": [error] } : (fields ?? { "": [error] });
	return json({ questions, errors }, { status: httpStatus(sent.problem) });
};

const askedForMore = "Your answers ask for more. Answer the new questions, and send your reference again.";

/** why: without the invitation there are no questions beside which to show the answers. */
const refuse = (problem: Problem, form: FormData) =>
	json({ unsent: unsent(problem, form) }, { status: httpStatus(problem) });

const unsent = ({ code, error }: Problem, form: FormData) => ({
	code,
	error,
	posted: [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
});

/** Sends the reference from the page. why: without a response the page must stay with its answers. */
export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) => {
	const form = await request.clone().formData();
	try {
		return await serverAction<typeof action>();
	} catch (error) {
		if (error instanceof Response && error.status < 400) throw error;
		return { unsent: unsent(await problemOf(error), form) };
	}
};

const Answer = () => {
	const { invitation, questions, places } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const drawn = useRef<SerializeFrom<Questions>>(questions);
	if (answer && "questions" in answer) drawn.current = answer.questions;
	const errors = useMemo(() => errorsIn(answer), [answer]);
	if (answer && "unsent" in answer && isOver(answer.unsent.code)) return <UnsentReference {...answer.unsent} isOver />;
	const { organisation, referee, candidate, applicationTitle, expiresAt } = invitation;
	const name = fullName(candidate);
	return (
		<div className="min-h-dvh">
			<header className="flex items-center gap-2.5 border-b border-line bg-panel px-5 py-3 max-sm:px-3">
				<OrganisationMark name={organisation.name} logoUrl={organisation.logoUrl} />
				<span className="min-w-0 truncate font-medium">{organisation.name}</span>
			</header>
			<main id="main" className="mx-auto max-w-3xl p-5 max-sm:p-3">
				<h1 className="text-xl text-balance [overflow-wrap:anywhere]">Your reference for {name}</h1>
				<p className="mt-1 mb-3 text-text-2">
					Dear {referee.name}, {organisation.name} asks you for a reference. Questions marked with a star are required.
				</p>
				<Card className="px-4 py-2">
					<DescriptionList>
						<DescriptionItem label="Applicant">{name}</DescriptionItem>
						<DescriptionItem label="Institution">{organisation.name}</DescriptionItem>
						<DescriptionItem label="Application">{applicationTitle}</DescriptionItem>
						<DescriptionItem label="Answer by">{formatDate(expiresAt)}</DescriptionItem>
					</DescriptionList>
				</Card>
				<ReferenceForm questions={drawn.current} places={places} errors={errors} />
			</main>
		</div>
	);
};
export default Answer;

/** Returns the errors by field; '' holds those of the whole form. */
const errorsIn = (answer: SerializeFrom<typeof action> | undefined): Record<string, string[]> => {
	if (!answer) return {};
	return "unsent" in answer ? { "": [answer.unsent.error, "What you typed is still here."] } : answer.errors;
};

/** The title of each kind of invalid link; none reveals the applicant. */
const brokenLinks: Partial<Record<ProblemCode, { title: string; icon: typeof CircleCheck }>> = {
	reference_link_unknown: { title: "No such link", icon: Link2Off },
	reference_link_expired: { title: "This link has ended", icon: Link2Off },
	reference_given: { title: "Thank you", icon: CircleCheck },
};

/** Checks whether the link is invalid for good. */
const isOver = (code: ProblemCode): boolean => Object.hasOwn(brokenLinks, code);

export const ErrorBoundary = () => {
	const error = useRouteError();
	const answer = useActionData<typeof action>();
	if (answer && "unsent" in answer) return <UnsentReference {...answer.unsent} isOver={isOver(answer.unsent.code)} />;
	const code = isRouteErrorResponse(error) ? (error.data as Partial<Problem> | null)?.code : undefined;
	const broken = code && Object.hasOwn(brokenLinks, code) ? brokenLinks[code] : undefined;
	if (!broken || !code) return <ProblemPage />;
	return (
		<MessagePage icon={broken.icon} title={broken.title}>
			<p>{problems[code].message}</p>
		</MessagePage>
	);
};
