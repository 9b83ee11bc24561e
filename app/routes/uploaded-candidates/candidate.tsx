import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
	type SerializeFrom,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { Trash2, UserRound } from "lucide-react";
import { useMemo } from "react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Meanwhile, readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { CandidateChanges } from "#app/routes/uploaded-candidates/candidate-changes";
import { nameIn } from "#app/routes/uploaded-candidates/name-in";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { nameOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { TextLink } from "#app/ui/text-link";
import { capitalise } from "#worker/contract/text/capitalise";
import {
	correctCandidate,
	getCandidate,
	removeCandidate,
} from "#worker/services/uploaded-candidates/candidate.contract";
import { type CandidateField, CandidateValues, candidateFields } from "#worker/services/uploaded-candidates/contract";

const fieldNames = Object.keys(candidateFields) as CandidateField[];

/** A candidate as the form sends it; an unticked box sends nothing. */
const CandidateForm = v.object({
	...(Object.fromEntries(fieldNames.map((name) => [name, v.optional(v.string())])) as Record<
		CandidateField,
		v.OptionalSchema<v.StringSchema<undefined>, undefined>
	>),
	isAnother: v.optional(v.string()),
	version: seenVersion,
});

const paramsIn = (params: LoaderFunctionArgs["params"]) => ({
	id: params.groupId ?? "",
	candidateId: params.candidateId ?? "",
});

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
	nameOver(data ? nameIn(data.candidate.data) : "Candidate", matches);

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user } = await requireAccess(args, getCandidate);
	const params = paramsIn(args.params);
	const candidate = orThrow(await args.context.api.call(getCandidate, { params }));
	const { search } = new URL(args.request.url);
	const list = `/${orgName}/manage-candidates/${params.id}`;
	const { applicantId } = candidate;
	return json({
		candidate,
		closeTo: `${list}${search}`,
		mayCorrect: mayCall(user, correctCandidate),
		removeTo: mayCall(user, removeCandidate) ? `${list}/candidates/${candidate.id}/remove${search}` : null,
		applicantAt: applicantId && mayCall(user, may.seeApplicants) ? `/${orgName}/applicants/${applicantId}` : null,
	});
};

const Current = v.object({ data: CandidateValues });

interface Refused {
	result: SubmissionResult;
	meanwhile: Meanwhile<v.InferOutput<typeof Current>> | null;
	/** Why the candidate may be somebody else who is known. */
	reasons: string[];
}

const Known = v.object({ reasons: v.array(v.string()) });

/** Corrects the candidate, or returns the errors and what was typed. */
export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Refused>> => {
	const { orgName, api, session } = await requireAccess(args, correctCandidate);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: CandidateForm });
	if (submission.status !== "success")
		return json({ result: submission.reply(), meanwhile: null, reasons: [] }, { status: 422 });
	const params = paramsIn(args.params);
	const { isAnother, ...typed } = submission.value;
	const corrected = await api.call(correctCandidate, { params, body: { ...typed, isAnother: Boolean(isAnother) } });
	if (!corrected.ok) {
		const { problem } = corrected;
		if (problem.status === 404) orThrow(corrected);
		const { reasons } = problem.code === "candidate_known" ? v.parse(Known, problem.details) : { reasons: [] };
		return json(
			{ result: replyWithProblem(submission, problem), meanwhile: readMeanwhile(problem, Current), reasons },
			{ status: httpStatus(problem) },
		);
	}
	session.flash({ kind: "success", message: `${nameIn(corrected.value.data)} was saved` });
	return redirect(`/${orgName}/manage-candidates/${params.id}${new URL(args.request.url).search}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: CandidateForm }), problem),
	meanwhile: null,
	reasons: [],
}));

export const { handle, shouldRevalidate } = shows({ candidates: ({ params }) => params.groupId });

const formId = "candidate";

/** Shows an uploaded candidate with the fields to correct (§2 candidate management). */
const OpenCandidate = () => {
	const data = useLoaderData<typeof loader>();
	const { candidate, closeTo, mayCorrect, removeTo, applicantAt } = data;
	const isSending = useIsSendingHere();
	useCandidateCommands(data);
	return (
		<Dialog
			title={nameIn(candidate.data)}
			description={candidate.importedFrom === "" ? undefined : `From ${candidate.importedFrom}`}
			width={680}
			closeTo={closeTo}
			footer={
				(removeTo || mayCorrect) && (
					<>
						{removeTo && (
							<LinkButton to={removeTo} icon={Trash2} replace preventScrollReset>
								Remove
							</LinkButton>
						)}
						{mayCorrect && (
							<Button form={formId} variant="primary" pending={isSending}>
								Save
							</Button>
						)}
					</>
				)
			}
		>
			<div className="grid gap-4">
				{applicantAt && (
					<p>
						This candidate has applied. <TextLink to={applicantAt}>Open the applicant</TextLink>
					</p>
				)}
				{mayCorrect ? <CandidateFields /> : <CandidateDetails data={candidate.data} />}
				<CandidateChanges changes={candidate.changes} />
			</div>
		</Dialog>
	);
};
export default OpenCandidate;

const useLabels = (): Record<CandidateField, string> => {
	const { organisation } = useShell();
	return { ...candidateFields, course: capitalise(organisation.aliases.course) };
};

const CandidateDetails = ({ data }: { data: CandidateValues }) => {
	const labels = useLabels();
	return (
		<DescriptionList>
			{fieldNames.map((name) => (
				<DescriptionItem key={name} label={labels[name]}>
					{data[name]}
				</DescriptionItem>
			))}
		</DescriptionList>
	);
};

const CandidateFields = () => {
	const { candidate } = useLoaderData<typeof loader>();
	const { result, meanwhile = null, reasons = [] } = useKeptAnswer<typeof action>() ?? {};
	const labels = useLabels();
	const { formErrors, errorsOf, typed } = serverAnswer(result);
	const shown = (name: CandidateField) => (result ? typed(name) : candidate.data[name]) ?? "";
	const differing = fieldNames.filter((name) => (meanwhile?.current.data[name] ?? "") !== shown(name));
	return (
		<SignedInForm method="post" id={formId} noValidate className="grid gap-4">
			<FormErrors errors={formErrors} />
			{reasons.length > 0 && <KnownAlready reasons={reasons} />}
			<SavedMeanwhile
				version={candidate.version}
				meanwhile={
					meanwhile && {
						...meanwhile,
						values: differing.map((name) => [labels[name], meanwhile.current.data[name] ?? "Nothing"] as const),
					}
				}
			/>
			<div className="grid items-start gap-4 sm:grid-cols-2">
				{fieldNames.map((name, index) => (
					<TextField
						key={name}
						name={name}
						label={labels[name]}
						required={name === "examNumber"}
						autoFocusInDialog={index === 0}
						autoComplete="off"
						maxLength={300}
						defaultValue={shown(name)}
						errors={errorsOf(name)}
						{...hints[name]}
					/>
				))}
			</div>
		</SignedInForm>
	);
};

const hints: Partial<Record<CandidateField, { description: string } | { inputMode: "numeric" | "tel" | "email" }>> = {
	sex: { description: "“M” or “F”" },
	birthDate: { description: "Year, month and day: 2008-03-01" },
	score: { inputMode: "numeric" },
	phone: { inputMode: "tel" },
	email: { inputMode: "email" },
};

/** Lists who the candidate may be, with a box that says that it is another person. */
const KnownAlready = ({ reasons }: { reasons: readonly string[] }) => (
	<Callout tone="warning">
		<ul className="grid gap-1">
			{reasons.map((reason) => (
				<li key={reason}>{reason}</li>
			))}
		</ul>
		<label className="mt-2 flex items-start gap-2.5">
			<input type="checkbox" name="isAnother" value="on" className="checkbox -mt-0.5!" />
			<span>This is another person</span>
		</label>
	</Callout>
);

const useCandidateCommands = ({ candidate, removeTo, applicantAt }: SerializeFrom<typeof loader>): void => {
	const navigate = useNavigate();
	const name = nameIn(candidate.data);
	const commands = useMemo<Command[]>(() => {
		const to = (path: string) => ({
			group: "List" as const,
			keywords: "candidate uploaded jamb",
			run: () => navigate(path, { preventScrollReset: true }),
		});
		return [
			...(removeTo ? [{ ...to(removeTo), id: "remove-candidate", title: `Remove ${name}`, icon: Trash2 }] : []),
			...(applicantAt
				? [{ ...to(applicantAt), id: "open-applicant", title: `Open the applicant ${name}`, icon: UserRound }]
				: []),
		];
	}, [name, removeTo, applicantAt, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
