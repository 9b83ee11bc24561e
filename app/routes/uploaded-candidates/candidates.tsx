import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm, searchDelayMs } from "#app/records/search-form";
import { useSearchCommand } from "#app/records/use-search-command";
import { nameIn } from "#app/routes/uploaded-candidates/name-in";
import { may, mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { RowLink } from "#app/ui/table";
import { TextLink } from "#app/ui/text-link";
import { unableToFetchGroup } from "#worker/contract/screen-problems";
import { capitalise } from "#worker/contract/text/capitalise";
import { type Candidate, listCandidates, updateGroup } from "#worker/services/uploaded-candidates/contract";

export const meta = titledOver("Candidates");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listCandidates);
	const { searchParams } = new URL(args.request.url);
	const params = { id: args.params.groupId ?? "" };
	const q = searchParams.get("q") ?? "";
	const { page, size } = readPage(searchParams);
	const query = { keyword: q, page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await args.context.api.call(listCandidates, { params, query }));
	const here = `/${orgName}/manage-candidates/${params.id}`;
	return json({
		candidates: data,
		q,
		here,
		orgName,
		mayChange: mayCall(user, updateGroup),
		seesApplicants: mayCall(user, may.seeApplicants),
		pages: pagesOf(here, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ candidates: true });

const Candidates = () => {
	const { candidates, q, here, orgName, mayChange, seesApplicants, pages } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const { search } = useLocation();
	useSearchCommand();
	const applied: Column<Candidate> = {
		heading: "Applied",
		width: 110,
		card: "aside",
		cell: ({ applicantId }) =>
			applicantId === null ? null : seesApplicants ? (
				<TextLink to={`/${orgName}/applicants/${applicantId}`}>Applied</TextLink>
			) : (
				<Badge colour="green">Applied</Badge>
			),
	};
	return (
		<>
			<SearchForm
				action={here}
				label="Search candidates"
				placeholder="Name, JAMB number, phone or email"
				typed={q}
				delayMs={searchDelayMs}
			/>
			<RecordTable
				label="Candidates"
				columns={[...columnsOf(capitalise(organisation.aliases.course), here, search), applied]}
				rows={candidates}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState
						icon={UserPlus}
						title={q === "" ? "No candidates yet" : "No candidate has that"}
						action={
							q !== "" ? (
								<LinkButton to={here}>Show all</LinkButton>
							) : (
								mayChange && <LinkButton to={`${here}/upload`}>Upload a list</LinkButton>
							)
						}
					>
						Upload a list: an Excel workbook or a CSV file, such as one from JAMB.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</>
	);
};
export default Candidates;

const joined = (values: readonly (string | undefined)[], separator: string) => values.filter(Boolean).join(separator);

const columnsOf = (courseHeading: string, here: string, search: string): readonly Column<Candidate>[] => [
	{
		heading: "Name",
		card: "title",
		text: ({ data }) => nameIn(data),
		cell: ({ id, data }) => (
			<RowLink to={`${here}/candidates/${id}${search}`} preventScrollReset>
				{nameIn(data)}
			</RowLink>
		),
	},
	{ heading: "JAMB number", width: 160, card: "line", className: "tabular-nums", text: ({ data }) => data.examNumber },
	{ heading: "Sex", width: 64, card: "hidden", muted: true, text: ({ data }) => data.sex },
	{
		heading: "State / LGA",
		width: 150,
		card: "hidden",
		muted: true,
		text: ({ data: { state, lga } }) => joined([state, lga], " / "),
	},
	{
		heading: "UTME",
		width: 84,
		card: "hidden",
		numeric: true,
		className: "tabular-nums",
		text: ({ data }) => data.subjects,
		cell: ({ data }) => data.score,
	},
	{ heading: courseHeading, card: "line", muted: true, text: ({ data }) => data.course },
	{
		heading: "Phone and email",
		card: "line",
		muted: true,
		text: ({ data: { phone, email } }) => joined([phone, email], ", "),
	},
];

export const ErrorBoundary = () => <ProblemPage texts={{ 500: unableToFetchGroup }} />;
