import { formatNumber } from "#app/format/numbers";
import { refilter, withSelected } from "#app/list/list-address";
import type { ListFrame } from "#app/routes/applicants/list-body";
import type { LoadedList } from "#app/routes/applicants/load-list.server";
import { OverflowTabs } from "#app/ui/page/overflow-tabs";

type StageTabsProps = Pick<ListFrame, "base" | "address" | "carried"> & Pick<LoadedList, "stages">;

/** The stages of the application, each with how many of the list are there. */
export const StageTabs = ({ base, address, carried, stages }: StageTabsProps) => {
	const to = (stage: string | undefined) => base + withSelected(refilter(address, { stage }), carried);
	return (
		<OverflowTabs
			label="Stages"
			className="mt-3 max-sm:mt-1"
			tabs={[
				{
					to: to(undefined),
					label: "All",
					count: stages.isExact ? stages.total : `${formatNumber(stages.total)}+`,
					current: !address.stage,
				},
				...stages.stages.map(({ id, name, type, applicants: count }) => ({
					to: to(id),
					label: name,
					count: count ?? undefined,
					// why the type too: a link from elsewhere names the kind of a stage (§7 Candidates).
					current: address.stage === id || address.stage === type,
				})),
			]}
		/>
	);
};
