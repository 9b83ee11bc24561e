import { formatCount } from "#app/format/numbers";
import type { FoundLocations, LocationPage } from "#app/list/find-locations.server";
import { Button } from "#app/ui/button";
import { TextField } from "#app/ui/form/text-field";

interface FindLocationProps {
	/** The form that the fields belong to, when they are outside it. */
	form?: string | undefined;
	/** The first page of all locations, including the chosen one. */
	first: LocationPage;
	found?: FoundLocations | null | undefined;
}

/** Without JavaScript: posts the form to search locations; all typed values come back. */
export const FindLocation = ({ form, first, found }: FindLocationProps) => {
	const { name, page, locations, hasMore } = found ?? first;
	const looks = [found && { name, page }, found?.kept?.look].flatMap((look) =>
		look ? [`${look.page} ${look.name}`] : [],
	);
	return (
		<div className="flex items-end gap-2">
			{[...new Set(looks)].map((look) => (
				<input key={look} type="hidden" form={form} name="foundBefore" value={look} />
			))}
			{page > 0 && <input type="hidden" form={form} name="locationPage" value={page} />}
			<TextField
				name="locationName"
				form={form}
				type="search"
				label="Find a location"
				className="flex-1"
				defaultValue={name}
				errors={found && locations.length === 0 ? [found.error ?? "No location has that name."] : null}
				aside={asideOf({ page, hasMore, count: locations.length })}
			/>
			<Button form={form} name="find" value="location">
				Find
			</Button>
			{hasMore && (
				<Button form={form} name="find" value={`location ${page + 1}`}>
					More
				</Button>
			)}
		</div>
	);
};

const asideOf = ({ page, hasMore, count }: { page: number; hasMore: boolean; count: number }): string => {
	if (page > 0) return `Page ${page + 1}`;
	return hasMore ? `The first ${count} are listed` : `${formatCount(count, "location")} found`;
};
