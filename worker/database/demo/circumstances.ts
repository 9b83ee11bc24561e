import states from "#worker/contract/forms/lgas.json";
import { sponsors } from "./form-parts";
import type { PersonName } from "./names";
import type { Random } from "./random";

export const phone = (random: Random) => `0800 ${random.text(3, "123456789")} ${random.text(4, "0123456789")}`;
export const streets =
	"Awólọ́wọ̀ Road|Ahmadu Bello Way|Zik Avenue|Unity Road|Market Street|Church Street|Ring Road|Station Road|Palace Road|Hospital Road|Ikwerre Road|Oba Street|Old Aba Road|Garden Avenue".split(
		"|",
	);
const schoolKinds = [
	"Government College",
	"Government Secondary School",
	"Community High School",
	"Grammar School",
	"Model Secondary School",
	"Science Secondary School",
];
export const schoolOf = (random: Random, { muslim, gender }: PersonName, town: unknown) => {
	const faith = muslim ? ["Islamic College", "Ansar-ud-Deen College"] : ["Baptist High School", "Holy Rosary College"];
	const single = gender === "F" ? "Girls' High School" : "Boys' High School";
	return `${random.pick([...schoolKinds, ...faith, single])}, ${town}`;
};
export const universities = [
	"University of the Confluence",
	"Savannah State University",
	"Delta Coast University",
	"Northgate University",
	"Hilltop University of Education",
	"Riverside Polytechnic",
];
export const employers = [
	"Ministry of Education",
	"Community Health Centre",
	"Greenfield Microfinance Bank",
	"Savannah Foods",
	"Bright Minds Academy",
	"Coastal Power Services",
	"State Universal Basic Education Board",
];
export const jobs = [
	"Teacher",
	"Accounts officer",
	"Field officer",
	"Laboratory technician",
	"Administrative assistant",
	"Software developer",
	"Customer service officer",
];
export const prizes = [
	"Best student in Mathematics",
	"Senior prefect",
	"JETS club president",
	"Cowbell mathematics finalist",
	"Best graduating student",
	"Debating team captain",
	"Library prefect",
	"Interhouse sports captain",
];

export const sponsorOf = (random: Random) =>
	random.weighted(sponsors.map((sponsor, index) => [sponsor, [70, 14, 8, 6, 2][index] ?? 1] as const));

/** Where the person comes from: a state their family name is at home in, and one of its areas. */
export const originOf = (random: Random, person: PersonName) => {
	const state = random.chance(0.93) ? random.pick(person.states) : random.pick(states).state;
	const found = states.find((entry) => entry.state === state) ?? random.pick(states);
	return { state: found.state, lga: random.pick(found.lgas) };
};

export const stateName = (state: string) => (state.startsWith("Federal") ? "Abuja" : `${state} State`);

export const period = (from: number, years: number) => ({ from: `${from}-09-12`, to: `${from + years}-07-20` });
