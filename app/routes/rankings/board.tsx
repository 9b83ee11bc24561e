import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { ArrowRightLeft, FileSpreadsheet, History, List, Pencil, Trash2, Trophy } from "lucide-react";
import { useMemo } from "react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount, formatNumber } from "#app/format/numbers";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { BoardTable } from "#app/routes/rankings/board-table";
import { proposedSearch, stageSearch } from "#app/routes/rankings/proposed-address";
import { partName, rankingScreen, sharesText } from "#app/routes/rankings/screen";
import { may, mayCall, mayEverywhere } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { WorkProgress } from "#app/ui/page/work-progress";
import { TextLink } from "#app/ui/text-link";
import { type Quota, quotaLabels, quotas } from "#worker/contract/ranking/quotas";
import { formatDateTime } from "#worker/contract/text/dates";
import { type Board, getRanking } from "#worker/services/rankings/board.contract";
import { getRankingScheme, startRanking, updateRankingScheme } from "#worker/services/rankings/contract";
import { retryTask } from "#worker/services/tasks/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.scheme.name ?? "Ranking"} · Matricula` },
];

/** Loads a scheme with the board of its last ranking. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, getRankingScheme);
	const scheme = orThrow(await api.call(getRankingScheme, { params: { id: args.params.recordId ?? "" } }));
	const board = scheme.ranking ? orThrow(await api.call(getRanking, { params: { id: scheme.ranking.id } })) : null;
	return json({
		scheme,
		board,
		here: `/${orgName}/rankings/${scheme.id}`,
		mayMake: mayEverywhere(user, updateRankingScheme),
		mayMove: mayCall(user, may.changeApplicants),
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Ranks the applicants, or goes on where that failed. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, startRanking);
	const form = await readSignedInForm(args.request, args.context);
	const id = args.params.recordId ?? "";
	const taskId = fieldText(form.get("taskId"));
	const begun = taskId
		? await api.call(retryTask, { params: { id: taskId } })
		: await api.call(startRanking, { params: { id }, body: {} }, { idempotencyKey: idempotencyKeyIn(form) });
	if (begun.ok) return redirect(`/${orgName}/rankings/${id}`);
	if (begun.problem.status === 404 && !taskId) orThrow(begun);
	const notTheirs = "Only the user who started it can continue it. Rank again instead.";
	const error = begun.problem.status === 404 ? notTheirs : begun.problem.error;
	return json({ error }, { status: httpStatus(begun.problem) });
};

export const clientAction = keepPage<typeof action>(({ problem }) => ({ error: problem.error }));

export const { handle, shouldRevalidate } = shows({ "set-up": () => rankingScreen.kind, tasks: true });

/** How many a ranking proposes for a share, in all courses that the user sees. */
const proposedBy = ({ courses }: Pick<Board, "courses">, quota: Quota): number =>
	courses.flatMap((course) => course.quotas).reduce((sum, one) => (one.quota === quota ? sum + one.proposed : sum), 0);

const rankForm = "rank-applicants";

/** The board of a scheme: who is proposed for the free seats of each course, and the cut-offs. */
const RankingBoard = () => {
	const { scheme, board, here, mayMake, mayMove, ...given } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const answer = useKeptAnswer<typeof action>();
	const idempotencyKey = useKeptKey(given.idempotencyKey, answer);
	const isMade = board?.status === "SUCCESS";
	const list = board && { application: board.application.id, ranking: board.id };
	const proposed = board?.proposed ?? 0;
	useBoardCommands({
		here,
		name: scheme.name,
		mayMake,
		isMade,
		toList: isMade && list && proposed > 0 ? `/${orgName}/applicants?${proposedSearch(list)}` : null,
	});
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `/${orgName}/rankings`, label: "Rankings" }}
				title={scheme.name}
				description={scheme.application.name}
				actions={
					<>
						{mayMake && (
							<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
								Delete
							</LinkButton>
						)}
						<LinkButton to={`${here}/history`} icon={History} preventScrollReset>
							History
						</LinkButton>
						{isMade && (
							<LinkButton to={`${here}/export`} icon={FileSpreadsheet} preventScrollReset>
								Export
							</LinkButton>
						)}
						{mayMake && (
							<>
								<LinkButton to={`${here}/edit`} icon={Pencil}>
									Edit
								</LinkButton>
								<SignedInForm method="post" id={rankForm} action={here}>
									<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
									<Button icon={Trophy} variant={isMade ? undefined : "primary"} disabled={board?.status === "STARTED"}>
										{board ? "Rank again" : "Rank applicants"}
									</Button>
								</SignedInForm>
							</>
						)}
					</>
				}
			/>
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{answer.error}
				</Callout>
			)}
			<Card className="grid gap-1 px-4 py-3">
				<h2 className="font-medium">Points</h2>
				<ul className="grid gap-0.5 [overflow-wrap:anywhere]">
					{(board?.parts ?? scheme.parts.map((part) => ({ text: partName(part), weight: part.weight }))).map(
						({ text, weight }) => (
							<li key={text}>
								<span className="font-medium tabular-nums">{weight}</span> {text}
							</li>
						),
					)}
				</ul>
				<p className="text-text-2">{sharesText(scheme.shares)}</p>
				{board && (
					<p className="text-sm text-text-2">
						Ranked {formatDateTime(board.createdAt, organisation.timeZone)}
						{board.createdBy && ` by ${board.createdBy}`}
						{isMade && ". The list is a proposal and moves nobody."}
					</p>
				)}
			</Card>
			{board?.isOfFormerScheme && isMade && (
				<Callout tone="warning">The scheme was changed since. Rank again to apply it.</Callout>
			)}
			{board && <RankingProgress board={board} here={here} />}
			{isMade && list && proposed > 0 && (
				<div className="flex flex-wrap gap-2.5">
					{mayMove && (
						<LinkButton
							to={`/${orgName}/applicants/stage?${stageSearch(list, scheme.name)}`}
							icon={ArrowRightLeft}
							variant="primary"
						>
							Move {formatCount(proposed, "applicant")} to…
						</LinkButton>
					)}
					<LinkButton to={`/${orgName}/applicants?${proposedSearch(list)}`} icon={List}>
						Show the proposed in the list
					</LinkButton>
					<nav aria-label="Proposed by share" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-text-2">
						{quotas.map((quota) => (
							<TextLink key={quota} to={`/${orgName}/applicants?${proposedSearch({ ...list, quota })}`}>
								{quotaLabels[quota]}: {formatNumber(proposedBy(board, quota))}
							</TextLink>
						))}
					</nav>
				</div>
			)}
			{board ? (
				<BoardTable board={board} here={here} />
			) : (
				<Card>
					<EmptyState icon={Trophy} title="Not ranked yet">
						{mayMake
							? "Rank the applicants to see their scores, the cut-offs and who is proposed."
							: "Nobody has ranked the applicants by this scheme yet."}
					</EmptyState>
				</Card>
			)}
			<DialogOutlet />
		</div>
	);
};
export default RankingBoard;

const RankingProgress = ({ board: { status, taskId, progress }, here }: { board: Board; here: string }) => {
	const { done, total } = progress;
	const isCounted = total > 0;
	return (
		<WorkProgress
			status={status}
			taskId={taskId}
			total={total}
			to={here}
			text={`Applicants are being ranked${isCounted ? `: ${formatNumber(Math.floor((done / total) * 100))}%` : ""}.`}
			done={isCounted ? done : undefined}
			failure="Not all applicants could be ranked."
		/>
	);
};

interface BoardCommands {
	here: string;
	name: string;
	mayMake: boolean;
	isMade: boolean;
	/** The proposed applicants in the list; null where there are none. */
	toList: string | null;
}

const useBoardCommands = ({ here, name, mayMake, isMade, toList }: BoardCommands): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const to = (address: string) => ({
			group: "List" as const,
			keywords: "ranking score merit quota seats",
			run: () => navigate(address, { preventScrollReset: true }),
		});
		const rank = () => {
			const form = document.getElementById(rankForm);
			if (form instanceof HTMLFormElement) form.requestSubmit();
		};
		return [
			...(mayMake
				? [
						{ ...to(""), id: "rank-applicants", title: `Rank applicants by ${name}`, icon: Trophy, run: rank },
						{ ...to(`${here}/edit`), id: "edit-ranking", title: `Edit ${name}`, icon: Pencil },
						{ ...to(`${here}/delete`), id: "delete-ranking", title: `Delete ${name}`, icon: Trash2 },
					]
				: []),
			...(toList
				? [{ ...to(toList), id: "show-proposed", title: "Show the proposed applicants in the list", icon: List }]
				: []),
			...(isMade
				? [
						{
							...to(`${here}/export`),
							id: "export-ranking",
							title: `Export ${name}`,
							icon: FileSpreadsheet,
							keywords: "ranking excel xlsx download",
						},
					]
				: []),
			{ ...to(`${here}/history`), id: "ranking-history", title: `History of ${name}`, icon: History },
		];
	}, [here, name, mayMake, isMade, toList, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
