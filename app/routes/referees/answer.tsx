import {
	type ActionFunctionArgs,
	type HeadersFunction,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { CircleCheck, Link2Off } from "lucide-react";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import { formatDate } from "#app/format/dates";
import { fullName } from "#app/format/names";
import { readReference } from "#app/routes/referees/read-reference.server";
import { ReferenceForm } from "#app/routes/referees/reference-form";
import { placesFor, questionsOf, requireInvitation } from "#app/routes/referees/reference-page.server";
import { readAnswers } from "#app/session/read-answers.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { MessagePage } from "#app/ui/message-page";
import { OrganisationMark } from "#app/ui/organisation-mark";
import { type Problem, type ProblemCode, problems } from "#worker/contract/problems";
import { answerInvitation } from "#worker/services/applicants/invitation.contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data ? `Your reference · ${data.invitation.organisation.name}` : "Reference · Matricula" },
	{ name: "robots", content: "noindex, nofollow" },
];

export const headers: HeadersFunction = () => ({
	"cache-control": "no-store",
	"x-robots-tag": "noindex, nofollow, noarchive",
});

/** Where a referee answers by a mailed link (§3 Referee): who asks, for whom, and what. */
export const loader = async ({ params, context }: LoaderFunctionArgs) => {
	const { inputs, ...invitation } = await requireInvitation(context, params);
	const questions = questionsOf(inputs);
	return json({ invitation, questions, places: placesFor(questions.sections) });
};

/** Sends the reference; refused, the page comes back with everything that was typed. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const { form } = await readAnswers(request);
	const { organisation, inputs } = await requireInvitation(context, params);
	const { isCopying, ...questions } = readReference(inputs, form);
	if (isCopying) return json({ questions, errors: {} });
	const body = { organisation: organisation.id, data: questions.answers };
	const sent = await context.api.call(answerInvitation, { params: { token: params.token ?? "" }, body });
	if (sent.ok) return redirect(`/${organisation.id}/referee`);
	const { code, fields, error } = sent.problem;
	// why: a link that somebody used in between has nothing left to come back to.
	if (Object.hasOwn(brokenLinks, code)) throw problemResponse(sent.problem);
	return json({ questions, errors: fields ?? { "": [error] } }, { status: httpStatus(sent.problem) });
};

const Answer = () => {
	const { invitation, questions, places } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
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
					Dear {referee.name}, {organisation.name} asks you for a reference. Questions with a star need an answer.
				</p>
				<Card className="px-4 py-2">
					<DescriptionList>
						<DescriptionItem label="Applicant">{name}</DescriptionItem>
						<DescriptionItem label="Institution">{organisation.name}</DescriptionItem>
						<DescriptionItem label="Application">{applicationTitle}</DescriptionItem>
						<DescriptionItem label="Answer by">{formatDate(expiresAt)}</DescriptionItem>
					</DescriptionList>
				</Card>
				<ReferenceForm
					questions={answer?.questions ?? questions}
					places={places}
					errors={answer?.errors ?? nothingWrong}
				/>
			</main>
		</div>
	);
};
export default Answer;

const nothingWrong = {};

/** What each kind of link that is not good is called; nothing is said of whose it was. */
const brokenLinks: Partial<Record<ProblemCode, { title: string; icon: typeof CircleCheck }>> = {
	reference_link_unknown: { title: "No such link", icon: Link2Off },
	reference_link_expired: { title: "This link has ended", icon: Link2Off },
	reference_given: { title: "Thank you", icon: CircleCheck },
};

export const ErrorBoundary = () => {
	const error = useRouteError();
	const code = isRouteErrorResponse(error) ? (error.data as Partial<Problem> | null)?.code : undefined;
	const broken = code && Object.hasOwn(brokenLinks, code) ? brokenLinks[code] : undefined;
	if (!broken || !code) return <ProblemPage />;
	return (
		<MessagePage icon={broken.icon} title={broken.title}>
			<p>{problems[code].message}</p>
		</MessagePage>
	);
};
