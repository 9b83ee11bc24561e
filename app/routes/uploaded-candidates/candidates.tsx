import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { SearchForm } from "#app/routes/uploaded-candidates/search-form";
import { may, mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { Pagination } from "#app/ui/page/pagination";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import { TextLink } from "#app/ui/text-link";
import { type Candidate, listCandidates, updateGroup } from "#worker/services/uploaded-candidates/contract";

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
		...{ candidates: data, q, here, orgName },
		mayChange: mayCall(user, updateGroup),
		seesApplicants: mayCall(user, may.seeApplicants),
		pages: pagesOf(here, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ candidates: true });

const Candidates = () => {
	const { candidates, q, here, orgName, mayChange, seesApplicants, pages } = useLoaderData<typeof loader>();
	return (
		<>
			<SearchForm action={here} label="Search candidates" placeholder="Name, JAMB number, phone or email" typed={q} />
			<Card>
				{candidates.length === 0 ? (
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
				) : (
					<>
						<Table label="Candidates">
							<TableHead>
								<Th>Name</Th>
								<Th width={160}>JAMB number</Th>
								<Th width={64}>Sex</Th>
								<Th width={150}>State / LGA</Th>
								<Th width={84} numeric>
									UTME
								</Th>
								<Th>Course</Th>
								<Th>Phone and email</Th>
								<Th width={110}>Applied</Th>
							</TableHead>
							<TableBody>
								{candidates.map((candidate) => (
									<CandidateRow
										key={candidate.id}
										candidate={candidate}
										applicants={seesApplicants ? `/${orgName}/applicants` : undefined}
									/>
								))}
							</TableBody>
						</Table>
						<Pagination {...pages} />
					</>
				)}
			</Card>
			<Outlet />
		</>
	);
};
export default Candidates;

interface CandidateRowProps {
	candidate: Candidate;
	/** The path of the applicants; undefined for users who may not see them. */
	applicants: string | undefined;
}

const CandidateRow = ({ candidate: { data, applicantId }, applicants }: CandidateRowProps) => {
	const { firstName = "", middleName = null, lastName = "", examNumber, sex, state, lga, score, course } = data;
	const name = fullName({ firstName, middleName, lastName });
	const place = [state, lga].filter(Boolean).join(" / ");
	const contact = [data.phone, data.email].filter(Boolean).join(", ");
	return (
		<Tr>
			<Td card="title" className="font-medium" title={name}>
				{name}
			</Td>
			<Td card="line" className="tabular-nums" title={examNumber}>
				{examNumber}
			</Td>
			<Td card="hidden" muted>
				{sex}
			</Td>
			<Td card="hidden" muted title={place}>
				{place}
			</Td>
			<Td card="hidden" numeric className="tabular-nums" title={data.subjects}>
				{score}
			</Td>
			<Td card="line" muted title={course}>
				{course}
			</Td>
			<Td card="line" muted title={contact}>
				{contact}
			</Td>
			<Td card="aside">
				{applicantId === null ? null : applicants ? (
					<TextLink to={`${applicants}/${applicantId}`}>Applied</TextLink>
				) : (
					<Badge colour="green">Applied</Badge>
				)}
			</Td>
		</Tr>
	);
};

export const ErrorBoundary = () => <ProblemPage />;
