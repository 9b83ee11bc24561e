import { MapPin } from "lucide-react";
import { formatNumber } from "#app/format/numbers";
import type { RecordScreen } from "#app/records/screen";
import type { Location } from "#worker/services/locations/contract";

/** The places that applicants can be posted to (§3 Location). */
export const locationScreen: RecordScreen<Location> = {
	kind: "location",
	path: "locations",
	title: "Locations",
	icon: MapPin,
	one: "location",
	many: "locations",
	size: 20,
	failed: {
		fetch: "Failed to Fetch Organization Location",
		create: "Failed to Save Organization Location",
		update: "Failed to update Organization Location",
		delete: "Failed to delete Organization Location",
	},
	description: "Places that applicants can be posted to.",
	nameOf: ({ name }) => name,
	columns: () => [
		{ heading: "Name", card: "title", sort: "name", text: ({ name }) => name },
		{
			heading: "Applicants posted",
			width: 180,
			numeric: true,
			card: "aside",
			sort: "applicants",
			cell: ({ applicants }) => formatNumber(applicants),
		},
	],
	fields: [{ name: "name", label: "Name" }],
	search: { name: "name", placeholder: "Name of a location" },
	uses: ({ id, applicants }, { base }) => [
		{
			count: applicants,
			one: "applicant posted to it",
			many: "applicants posted to it",
			to: `${base}/locations/${id}`,
		},
	],
};
