import type { PersonName } from "./names";
import type { Random } from "./random";

const openings = [
	"I have wanted to study {course} since my second year in secondary school.",
	"Growing up, I saw what a shortage of trained people means for a community.",
	"My teacher first told me about {course}, and I have read about it ever since.",
	"I helped in my mother's shop for years, and there I learned to plan and to keep records.",
];
const middles = [
	"In school I took part in the science club and helped the younger students in the evenings.",
	"I spent the last year working and saving for my studies, and it has made me more certain.",
	"I led our class project, which won the second prize at the state competition.",
	"I like work that needs patience, and I am not afraid to begin again when something fails.",
];
const ends = [
	"With this training I hope to serve where I come from.",
	"I believe that this institution will give me the ground to do so.",
	"After graduating I want to do my youth service in a rural area and then come back to teach.",
	"I will make good use of the place if it is offered to me.",
];

/** What an applicant writes about their choice, as the rich-text editor saves it. */
export const statementText = (random: Random, courseTitle: string): string => {
	const course = courseTitle.replace(/ \(.*\)$/, "");
	const opening = random.pick(openings).replace("{course}", course);
	const list = random.chance(0.25) ? "<ul><li>Hardworking</li><li>Punctual</li><li>Good with people</li></ul>" : "";
	return `<p>${opening} ${random.pick(middles)}</p>${list}<p><strong>${course}</strong> is my first choice. ${random.pick(ends)}</p>`;
};

const reports = [
	"{name} was one of the most diligent students I have taught. I have no doubt that {they} will do well.",
	"I know {name} as honest and hardworking. {They} gets on with everybody and takes correction.",
	"{name} has shown steady improvement and finishes what {they} begins. I recommend {them} without reservation.",
	"A quiet and thoughtful person. {name} asks good questions and works well without supervision.",
];

/** A referee's report. */
export const reportText = (random: Random, { firstName, gender }: PersonName): string => {
	const [they, them] = gender === "F" ? ["she", "her"] : ["he", "him"];
	const text = random
		.pick(reports)
		.replace("{name}", firstName)
		.replaceAll("{they}", they)
		.replaceAll("{They}", they === "she" ? "She" : "He")
		.replaceAll("{them}", them);
	return `<p>${text}</p>`;
};
