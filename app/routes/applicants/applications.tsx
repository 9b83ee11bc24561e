import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { FolderOpen, Search } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { KeptFields } from "#app/list/kept-fields";
import { listSearch, maxSelected, readListAddress, withSelected } from "#app/list/list-address";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { TextField } from "#app/ui/form/text-field";
import { EmptyState } from "#app/ui/page/empty-state";
import { PageHeader } from "#app/ui/page/page-header";
import { listApplicants } from "#worker/services/applicants/contract";
import { listApplicationTitles, searchApplications } from "#worker/services/applications/contract";

export const meta = titled("Choose an application");

const foundAtMost = 20;
/** Those that the palette knows by name: the newest. The others are found on this page. */
const knownAtMost = 50;

/** Screens beside the list that show an application, and the parameter that names it there. */
const parameters = { duplicates: "applicationId", "process-ai": "application", "rankings/new": "application" } as const;
const otherScreens = ["duplicates", "process-ai", "rankings/new"] as const;

/** Finds applications by title: data for the picker and the palette, a page without JavaScript. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, listApplicants);
	const params = new URL(args.request.url).searchParams;
	const title = params.get("title") ?? "";
	const wanted = params.get("for");
	const { api } = args.context;
	const size = String(wanted === "palette" ? knownAtMost : foundAtMost);
	const found =
		title === ""
			? orThrow(await api.call(listApplicationTitles, { query: { size } }))
			: orThrow(await api.call(searchApplications, { query: { size, keyword: title } }));
	const address = readListAddress(params);
	const other = otherScreens.find((screen) => screen === wanted);
	return json({
		title,
		other,
		address: { ...address, selected: address.selected.slice(0, maxSelected) },
		applications: found.data.map((application) => ({ id: application.id, title: application.title })),
	});
};

export const { handle, shouldRevalidate } = shows({});

const Applications = () => {
	const { title, other, address, applications } = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const base = `/${orgName}/applicants`;
	const list = withSelected(listSearch(address), address.selected);
	const toOf = (id: string) =>
		other ? `/${orgName}/${other}?${parameters[other]}=${id}` : base + listSearch({ applicationId: id });
	return (
		<div className="grid max-w-3xl gap-4">
			<PageHeader title="Choose an application" />
			<Form method="get" action={`${base}/applications`} role="search" className="flex items-end gap-2">
				<KeptFields search={list} />
				{other && <input type="hidden" name="for" value={other} />}
				<TextField
					key={title}
					name="title"
					type="search"
					label="Title"
					defaultValue={title}
					icon={Search}
					maxLength={200}
					className="flex-1"
				/>
				<Button>Search</Button>
			</Form>
			<Card className="overflow-hidden">
				{applications.length === 0 ? (
					<EmptyState icon={FolderOpen} title="No application has that title." />
				) : (
					<ul aria-label="Applications">
						{applications.map((application) => (
							<li key={application.id} className="border-b border-line last:border-b-0">
								<Link
									to={toOf(application.id)}
									aria-current={application.id === address.applicationId ? "true" : undefined}
									className="flex min-h-10 items-center px-4 py-1.5 -outline-offset-2 hover:bg-hover aria-current:font-medium aria-current:text-accent"
								>
									{application.title}
								</Link>
							</li>
						))}
					</ul>
				)}
			</Card>
			{applications.length === foundAtMost && (
				<p className="text-text-2">
					The first {foundAtMost} are listed. Search for a word of the title to find the others.
				</p>
			)}
			<div>
				<LinkButton to={other ? toOf(address.applicationId ?? "") : base + list}>
					{other ? "Back" : "Back to the list"}
				</LinkButton>
			</div>
		</div>
	);
};
export default Applications;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
