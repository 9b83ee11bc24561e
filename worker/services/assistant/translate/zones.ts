/** The six zones of the country, and their states, as they are compared. */
const zones: Readonly<Record<string, readonly string[]>> = {
	"north central": ["benue", "federal capital territory", "kogi", "kwara", "nasarawa", "niger", "plateau"],
	"north east": ["adamawa", "bauchi", "borno", "gombe", "taraba", "yobe"],
	"north west": ["jigawa", "kaduna", "kano", "katsina", "kebbi", "sokoto", "zamfara"],
	"south east": ["abia", "anambra", "ebonyi", "enugu", "imo"],
	"south south": ["akwa ibom", "bayelsa", "cross river", "delta", "edo", "rivers"],
	"south west": ["ekiti", "lagos", "ogun", "ondo", "osun", "oyo"],
};

/** "the north" is all of its zones; "south-western" is "south west". */
export const zoneNames: ReadonlyMap<string, readonly string[]> = new Map(
	[...Object.keys(zones), "north", "south"].flatMap((zone) => {
		const states = Object.entries(zones).flatMap(([name, some]) => (name.startsWith(zone) ? some : []));
		const [half = "", part = ""] = zone.split(" ");
		const adjective = part === "" ? `${half}ern` : `${half} ${part}ern`;
		return [zone, adjective, ...(part === "" ? [] : [`${half}${part}`, `${half}${part}ern`])].map(
			(name) => [name, states] as const,
		);
	}),
);
