import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { readAll } from "#app/api/read-all";
import { findDefaultApplication } from "#app/list/find-default-application.server";
import { KeptFields } from "#app/list/kept-fields";
import { listSearch, maxSelected, readListAddress, refilter, withSelected } from "#app/list/list-address";
import { sortChoicesIn } from "#app/list/sorting";
import { ChoiceBoxes, type ChoiceBoxesProps } from "#app/routes/applicants/filtering/choice-boxes";
import { FactFields, withoutFacts } from "#app/routes/applicants/filtering/fact-fields";
import { type Choice, toFilterChoices } from "#app/routes/applicants/filtering/filter-choices";
import { assignedChoices } from "#app/routes/applicants/need-groups";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { SelectField } from "#app/ui/form/select-field";
import { PageHeader } from "#app/ui/page/page-header";
import { parameterOf } from "#worker/contract/applicant-filter";
import states from "#worker/contract/forms/lgas.json";
import { listApplicants } from "#worker/services/applicants/contract";
import { getApplication, listApplicationAdminLevelItems } from "#worker/services/applications/contract";
import { listLocations } from "#worker/services/locations/contract";

export const meta = titled("Filter applicants");

/** Loads the filters of the list: data for the list's panels, a page without JavaScript. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listApplicants);
	const wanted = readListAddress(new URL(args.request.url).searchParams);
	const id = wanted.applicationId ?? (await findDefaultApplication(api))?.id;
	// why: the list explains that there is no application.
	if (id === undefined) throw redirect(`/${orgName}/applicants`);
	const params = { id };
	const [application, items, locations] = await Promise.all([
		api.call(getApplication, { params }),
		api.call(listApplicationAdminLevelItems, { params }),
		readAll((query) => api.call(listLocations, { query })),
	]);
	const { title, courses } = orThrow(application);
	const address = { ...wanted, applicationId: id, selected: wanted.selected.slice(0, maxSelected) };
	return json({
		address,
		title,
		...toFilterChoices(
			orThrow(items).data,
			courses.filter(({ reach }) => reach !== "none"),
		),
		states: states.map(({ state }) => ({ id: state, name: state })),
		// why: the other filters are useful without the locations.
		locations: locations.ok ? locations.value : [],
	});
};

export const { handle, shouldRevalidate } = shows({});

const Filters = () => {
	const { address, title, levels, courses, ...choices } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const base = `/${orgName}/applicants`;
	return (
		<div className="grid max-w-5xl gap-4">
			<PageHeader title="Filter applicants" description={title} />
			<Form method="get" action={base} className="grid gap-4">
				<KeptFields
					search={withSelected(
						refilter(address, {
							administrationLevelItemIds: [],
							courseIds: [],
							assigned: undefined,
							sort: undefined,
							...withoutFacts,
						}),
						address.selected,
					)}
				/>
				<Card>
					<div className="max-w-sm px-5 py-4">
						<SelectField
							label="Sort by"
							name={parameterOf("sort")}
							placeholder="Newest first"
							defaultValue={address.sort ?? ""}
							options={sortChoicesIn(organisation.aliases.course)}
						/>
					</div>
				</Card>
				{levels.map(({ id, name, items }) => (
					<Filter
						key={id}
						id={id}
						label={name}
						name="administrationLevelItemIds"
						choices={items}
						chosen={address.administrationLevelItemIds ?? []}
					/>
				))}
				<Filter
					id="courses"
					label={organisation.aliases.course}
					name="courseIds"
					choices={courses}
					chosen={address.courseIds ?? []}
				/>
				<Filter
					id="assigned"
					label="Assigned to"
					name="assigned"
					choices={assignedChoices}
					chosen={[address.assigned ?? ""]}
				/>
				<Card>
					<div id="facts" className="grid max-w-3xl scroll-mt-4 gap-4 px-5 py-4">
						<FactFields address={address} choices={choices} listClassName="gap-x-4 sm:columns-3" />
					</div>
				</Card>
				<div className="sticky bottom-0 flex flex-wrap gap-2.5 border-t border-line bg-bg py-3">
					<Button variant="primary">Apply</Button>
					<LinkButton to={base + withSelected(listSearch(address), address.selected)}>Back to the list</LinkButton>
				</div>
			</Form>
		</div>
	);
};
export default Filters;

interface FilterProps {
	id: string;
	label: string;
	name: ChoiceBoxesProps["name"];
	choices: readonly Choice[];
	chosen: readonly string[];
}

const Filter = ({ id, label, name, choices, chosen }: FilterProps) => (
	<Card>
		<fieldset id={id} className="scroll-mt-4 px-3 pb-3">
			<legend className="px-2 pt-3 pb-1.5 first-letter:uppercase">{label}</legend>
			{choices.length === 0 ? (
				<p className="px-2 text-text-2">Nothing to choose</p>
			) : (
				<div className="gap-x-4 sm:columns-2 xl:columns-3">
					<ChoiceBoxes name={name} choices={choices} chosen={chosen} />
				</div>
			)}
		</fieldset>
	</Card>
);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
