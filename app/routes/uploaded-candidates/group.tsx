import { json, type LoaderFunctionArgs, type MetaFunction, type SerializeFrom } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { ListChecks, Pencil, Trash2, Upload } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { formatCount, formatNumber } from "#app/format/numbers";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { unableToFetchGroup } from "#worker/contract/screen-problems";
import { deleteGroup, getGroup, updateGroup } from "#worker/services/uploaded-candidates/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.group.name ?? "Candidates"} · Matricula` },
];

/** Loads one candidate group (§2 candidate management). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, getGroup);
	const params = { id: args.params.groupId ?? "" };
	const group = orThrow(await args.context.api.call(getGroup, { params }));
	return json({
		group,
		list: `/${orgName}/uploaded-candidates`,
		here: `/${orgName}/manage-candidates/${params.id}`,
		mayChange: mayCall(user, updateGroup),
		mayDelete: mayCall(user, deleteGroup),
	});
};

export const { handle, shouldRevalidate } = shows({ candidates: ({ params }) => params.groupId });

const ManageCandidates = () => {
	const data = useLoaderData<typeof loader>();
	const { group, list, here, mayChange, mayDelete } = data;
	const { pathname } = useLocation();
	useGroupCommands(data);
	const isImports = pathname.startsWith(`${here}/imports`);
	const { application, candidates, applied } = group;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: list, label: "Uploaded Candidates" }}
				title={group.name}
				description={
					application
						? `For ${application.title}: ${formatCount(candidates, "candidate")} expected, ${formatNumber(applied)} of them have applied.`
						: `${formatCount(candidates, "candidate")}, for no application yet.`
				}
				actions={
					<>
						{mayDelete && (
							<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
								Delete
							</LinkButton>
						)}
						{mayChange && (
							<>
								<LinkButton to={`${here}/edit`} icon={Pencil} preventScrollReset>
									Edit
								</LinkButton>
								<LinkButton to={`${here}/upload`} icon={Upload} variant="primary" preventScrollReset>
									Upload a list
								</LinkButton>
							</>
						)}
					</>
				}
			/>
			<Tabs
				label="Candidate group"
				tabs={[
					{ to: here, label: "Candidates", current: !isImports, count: candidates },
					{ to: `${here}/imports`, label: "Imports", current: isImports },
				]}
			/>
			<Outlet />
		</div>
	);
};
export default ManageCandidates;

const useGroupCommands = ({
	group: { name },
	list,
	here,
	mayChange,
	mayDelete,
}: SerializeFrom<typeof loader>): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const to = (path: string) => ({
			group: "List" as const,
			keywords: "candidates uploaded jamb",
			run: () => navigate(path, { preventScrollReset: true }),
		});
		const changes = [
			{ ...to(`${here}/upload`), id: "upload-list", title: "Upload a list of candidates", icon: Upload },
			{ ...to(`${here}/edit`), id: "edit-group", title: `Edit ${name}`, icon: Pencil },
		];
		const deletion = { ...to(`${here}/delete`), id: "delete-group", title: `Delete ${name}`, icon: Trash2 };
		return [
			...(mayChange ? changes : []),
			...(mayDelete ? [deletion] : []),
			{ ...to(`${here}/imports`), id: "group-imports", title: `Imports of ${name}`, icon: ListChecks },
			{ ...to(list), id: "all-groups", title: "All candidate groups", icon: ListChecks },
		];
	}, [here, list, name, mayChange, mayDelete, navigate]);
	useCommands(commands);
};

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{
			404: { title: "Unable to fetch candidate group", message: "This candidate group does not exist." },
			500: unableToFetchGroup,
		}}
	/>
);
