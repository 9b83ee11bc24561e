import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { ArrowRightLeft, List } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { formatCount, formatNumber } from "#app/format/numbers";
import { RecordTable } from "#app/records/record-table";
import { points } from "#app/routes/rankings/board-table";
import { proposedSearch, stageSearch } from "#app/routes/rankings/proposed-address";
import { RankedList } from "#app/routes/rankings/ranked-list";
import { may, mayCall } from "#app/session/may-call";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { quotaLabels } from "#worker/contract/ranking/quotas";
import { boardLists, getRanking, listRanked } from "#worker/services/rankings/board.contract";
import { getRankingScheme } from "#worker/services/rankings/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.course.course.name ?? "Ranking"} · Matricula` },
];

/** Loads a course of the last ranking of a scheme, with a page of one of its lists. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, listRanked);
	const { recordId = "", courseId = "" } = args.params;
	const { searchParams } = new URL(args.request.url);
	const [list = "ranked", after = "0"] = [
		searchParams.get("list") ?? undefined,
		searchParams.get("after") ?? undefined,
	];
	const known = boardLists.find((one) => one === list);
	// why: a misspelt list must not show another one.
	if (!known || !/^\d{1,10}$/.test(after)) throw refusal("invalid_query");
	const scheme = orThrow(await api.call(getRankingScheme, { params: { id: recordId } }));
	if (!scheme.ranking) throw refusal("not_found");
	const { id } = scheme.ranking;
	const [board, page] = await Promise.all([
		api.call(getRanking, { params: { id } }).then(orThrow),
		api.call(listRanked, { params: { id, courseId }, query: { list: known, after } }).then(orThrow),
	]);
	const course = board.courses.find((one) => one.course.id === courseId);
	if (!course) throw refusal("not_found");
	return json({
		scheme: { id: scheme.id, name: scheme.name },
		course,
		list: known,
		isFirstPage: after === "0",
		...page,
		application: board.application.id,
		ranking: id,
		status: board.status,
		parts: board.parts,
		here: `/${orgName}/rankings/${scheme.id}/courses/${courseId}`,
		mayMove: mayCall(user, may.changeApplicants),
	});
};

export const { handle, shouldRevalidate } = shows({ "set-up": () => "ranking_scheme", tasks: true });

/** A course of a ranking: its shares and cut-offs, and the applicants in the order of their score. */
const RankedCourse = () => {
	const { scheme, course, application, ranking, status, mayMove, ...shown } = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const of = { application, ranking, course: course.course.id };
	const { proposed } = course;
	const hasSome = status === "SUCCESS" && proposed > 0;
	const toList = `/${orgName}/applicants?${proposedSearch(of)}`;
	useCourseCommands(hasSome ? toList : null);
	const ties = course.quotas.filter(({ tiedOut }) => tiedOut > 0);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `/${orgName}/rankings/${scheme.id}`, label: scheme.name }}
				title={course.course.name}
				description={`${formatCount(course.seats, "seat")}, ${formatNumber(course.filled)} filled, ${formatNumber(course.free)} free. ${formatNumber(proposed)} proposed${course.fallback > 0 ? `, ${formatNumber(course.fallback)} of them by merit, for seats that another share cannot fill` : ""}.`}
				actions={
					hasSome && (
						<>
							<LinkButton to={toList} icon={List}>
								Show the proposed in the list
							</LinkButton>
							{mayMove && (
								<LinkButton
									to={`/${orgName}/applicants/stage?${stageSearch(of, scheme.name)}`}
									icon={ArrowRightLeft}
									variant="primary"
								>
									Move {formatCount(proposed, "applicant")} to…
								</LinkButton>
							)}
						</>
					)
				}
			/>
			<RecordTable
				label="Shares"
				rows={course.isReady ? course.quotas : []}
				keyOf={({ quota }) => quota}
				columns={[
					{ heading: "Share", card: "title", cell: ({ quota }) => quotaLabels[quota] },
					{ heading: "Seats", width: 90, numeric: true, card: "line", cell: ({ seats }) => formatNumber(seats) },
					{ heading: "Held", width: 90, numeric: true, card: "line", cell: ({ held }) => formatNumber(held) },
					{
						heading: "Proposed",
						width: 110,
						numeric: true,
						card: "line",
						cell: ({ quota, proposed: some }) =>
							some === 0 ? (
								"0"
							) : (
								<TextLink to={`/${orgName}/applicants?${proposedSearch({ ...of, quota })}`}>
									{formatNumber(some)}
								</TextLink>
							),
					},
					{
						heading: "Cut-off",
						width: 110,
						numeric: true,
						card: "aside",
						isNamedInCard: true,
						cell: ({ cutOffHundredths }) => (cutOffHundredths === null ? "–" : points(cutOffHundredths)),
					},
				]}
				empty={
					<p className="px-4 py-3 text-text-2">The seats are given as soon as all applicants have their places.</p>
				}
			/>
			{ties.length > 0 && (
				<p className="text-text-2">
					{ties
						.map(
							({ quota, tiedIn, tiedOut }) =>
								`${quotaLabels[quota]}: ${formatCount(tiedIn + tiedOut, "applicant")} have exactly the cut-off, and ${formatNumber(tiedIn)} of them ${tiedIn === 1 ? "is" : "are"} proposed.`,
						)
						.join(" ")}{" "}
					A tie goes to the higher UTME score, then to the form that was submitted first, then to the earlier
					registration.
				</p>
			)}
			<RankedList course={course} {...shown} application={application} />
		</div>
	);
};
export default RankedCourse;

const useCourseCommands = (toList: string | null): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(
		() =>
			toList
				? [
						{
							id: "show-proposed",
							group: "List",
							title: "Show the proposed applicants in the list",
							icon: List,
							keywords: "ranking seats merit",
							run: () => navigate(toList),
						},
					]
				: [],
		[toList, navigate],
	);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
