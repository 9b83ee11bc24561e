import type { Random } from "./random";

type Gender = "M" | "F";
export interface PersonName {
	firstName: string;
	middleName: string | null;
	lastName: string;
	gender: Gender;
	people: string;
	muslim: boolean;
	/** States the family is likely to come from. */
	states: readonly string[];
}

interface People {
	share: number;
	/** How often the given names are Muslim, and how often Christian; the rest are of the language. */
	muslim: number;
	christian: number;
	men: string;
	women: string;
	families: string;
	states: string;
}

const christian = {
	M: "Emmanuel David Samuel Daniel Michael Joseph Victor Peter John Paul Joshua Gabriel Stephen Timothy Caleb Elijah Isaac Benjamin Anthony Francis Solomon Kelvin Collins Clinton Prince Godwin Sunday Moses Felix Raphael",
	F: "Blessing Grace Mary Esther Joy Favour Peace Ruth Faith Deborah Victoria Rebecca Elizabeth Gloria Precious Mercy Hannah Patience Comfort Sarah Christiana Juliet Angela Vivian Miracle Stella Glory Rachael Janet Gift",
};
const muslim = {
	M: "Abdullahi Ibrahim Muhammad Usman Yusuf Abubakar Aliyu Musa Suleiman Umar Aminu Mustapha Bashir Kabiru Ismail Hassan Idris Salisu Nasiru Habibu Ahmad Abdulrahman Isah Tijjani Lawal",
	F: "Aisha Fatima Zainab Maryam Hauwa Khadija Amina Hadiza Halima Rukayya Hafsat Safiya Asma'u Rahma Sumayya Nafisat Ummi Balkisu Jamila Saratu Habiba Bilkis Sadiya Firdausi Zahra",
};

const peoples: Record<string, People> = {
	Yoruba: {
		share: 27,
		muslim: 0.18,
		christian: 0.3,
		men: "Adéyẹmí Ọláolúwa Babátúndé Táíwò Kẹ́hìndé Olúwaṣeun Olúmidé Adébáyọ̀ Ayọ̀délé Tèmítọ́pẹ́ Gbénga Ọlámidé Káyọ̀dé Fẹ́mi Dámilọ́lá Ọpẹ́yẹmí Akínkúnmi Wálé Ṣẹ́gun Rótìmí Ìdòwú Olúwadámilọ́lá Adémọ́lá Tóbi",
		women:
			"Fúnmiláyọ̀ Adébímpé Yétúndé Ìyábọ̀ Ọláyínká Títílayọ̀ Mojísọ́lá Folákẹ́ Abímbọ́lá Olúwatóyìn Bùkọ́lá Ṣadé Àdùkẹ́ Rónkẹ́ Tèmítọ́pẹ́ Adéọlá Ìbùkúnolúwa Mofólúwaṣọ́ Ayọ̀mídé Dámilọ́lá Simisọ́lá Ọmọ́tọ́lá Àìná Bólánlé",
		families:
			"Adéyẹmí Ògúnlésì Adébáyọ̀ Olátúnjí Akínwálé Balógun Ọ̀ṣúnkúnlé Fálànà Adéníyì Oyèdélé Akíndélé Ògúndípẹ̀ Babalọlá Àjàyí Olúwọlé Ọládipọ̀ Adésínà Ṣówándé Ìdòwú Bámidélé Ọláníyan Fáṣọlá Àlàbí Ayọ̀délé Ògúnbánjọ Adékúnlé Ọdúnsì Shittu",
		states: "Oyo Osun Ogun Lagos Ondo Ekiti Kwara Kogi",
	},
	Igbo: {
		share: 25,
		muslim: 0,
		christian: 0.42,
		men: "Chukwuemeka Obinna Chinedu Ifeanyi Kenechukwu Uchenna Nnamdi Ikenna Ebuka Chidi Kelechi Onyekachi Chibuike Tochukwu Somtochukwu Kosisochukwu Ugochukwu Chukwudi Okechukwu Arinze Munachimso Izuchukwu",
		women:
			"Adaeze Ngozi Chiamaka Nkechi Ifeoma Amarachi Chinonso Oluchi Uzoamaka Chidinma Nneka Ogechi Adaora Ezinne Somtochi Kosisọ Chimamanda Nwakaego Ugonna Ebere Obiageli Chisom Kamsiyochukwu Ọnyịnyechi",
		families:
			"Okafor Nwosu Eze Okonkwo Nwachukwu Obi Onyekachi Umeh Anyanwu Okeke Nnamani Ugwu Opara Ikwuemesi Chukwu Ezeigbo Mbah Onwuka Agu Okoro Nwankwo Ibe Uzochukwu Amadi Onuoha Ezenwa Iwu Nwafor Achebe Odoh",
		states: "Anambra Imo Enugu Abia Ebonyi Delta",
	},
	Hausa: {
		share: 22,
		muslim: 0.86,
		christian: 0.04,
		men: "Garba Sani Danladi Audu Shehu Bala Ɗanjuma Ƙasimu Tanimu Yakubu Haruna Buhari Inuwa Gambo",
		women: "Ladi Kande Talatu Laraba Jummai Hajara Binta Asabe Rakiya Delu Indo Ɗayyaba",
		families:
			"Bello Abubakar Ibrahim Sani Garba Musa Yusuf Aliyu Danjuma Lawal Shehu Umar Mohammed Suleiman Dantata Gumi Tambuwal Ribadu Jibril Waziri Galadima Ɗankwambo Magaji Kaita Yar'Adua Maikano Gwarzo Bichi Rimi",
		states: "Kano Kaduna Katsina Sokoto Zamfara Jigawa Kebbi Bauchi",
	},
	Fulani: {
		share: 5,
		muslim: 0.9,
		christian: 0,
		men: "Ardo Bukar Hamidu Modibbo Sambo Jauro Saidu",
		women: "Dada Fanta Kulu Inna Adama Dijja",
		families: "Jalo Ardo Barkindo Modibbo Tukur Hammawa Ahidjo Girei Bappa Ɓurra Hamman Dikko",
		states: "Adamawa Gombe Taraba Yobe Bauchi",
	},
	Ijaw: {
		share: 5,
		muslim: 0,
		christian: 0.55,
		men: "Ebiowei Tari Preye Tonye Timi Perekeme Ayebatari Doubra Inemo Oyinkuro",
		women: "Ebiere Tamunoibi Boma Ibifuro Tariere Preye Ibinabo Ayibanua Timiebi Oyinkansola",
		families: "Dokubo Alagoa Briggs Ebiekutan Okilo Sekibo Horsfall Jaja Amachree Clark Wokoma Douglas Igali Ekpebu",
		states: "Bayelsa Rivers Delta",
	},
	Efik: {
		share: 6,
		muslim: 0,
		christian: 0.5,
		men: "Edet Okon Effiong Bassey Ekpenyong Ubong Nsikak Aniekan Emem Idara Itoro",
		women: "Ekaette Arit Nkoyo Affiong Uduak Idongesit Mfon Iniobong Eme Ikwo Atim",
		families: "Effiong Bassey Ekong Essien Udoh Akpan Inyang Umoh Etim Ekanem Nsek Archibong Ukpong Eyo Duke Udofia",
		states: "Akwa Ibom|Cross River",
	},
	Tiv: {
		share: 4,
		muslim: 0,
		christian: 0.5,
		men: "Terhemba Aondoaver Terna Tersoo Iorwuese Msughter Orkuma Sesugh Terfa",
		women: "Mngusuul Doosuur Nguvan Wandoo Mbakeren Seember Iveren Hembadoon Dooshima",
		families: "Akume Iorfa Tyav Orkar Ugba Gbor Ikyaan Tarka Aondoakaa Adi Zaki Shija Igbawua Agber",
		states: "Benue Nasarawa Taraba",
	},
	Edo: {
		share: 6,
		muslim: 0.04,
		christian: 0.45,
		men: "Osaze Efosa Osagie Eghosa Ehis Aigbe Osaretin Nosa Uyi Oghenekaro Efe Ovie",
		women: "Osayi Isoken Itohan Esosa Ivie Omoye Eseosa Aituaje Oghenetega Ese Rukevwe Omosede",
		families:
			"Osagie Igbinedion Aigbogun Omoregie Ehigiator Okpebholo Obaseki Imafidon Oghenevo Emuveyan Ighodaro Akhigbe",
		states: "Edo Delta",
	},
};

const split = (list: string) => (list.includes("|") ? list.split("|") : list.split(" "));
const ready = Object.entries(peoples).map(([people, entry]) => ({
	people,
	...entry,
	given: { M: split(entry.men), F: split(entry.women) },
	families: split(entry.families),
	states: split(entry.states),
}));
const shares = ready.map((entry) => [entry, entry.share] as const);
const christianNames = { M: split(christian.M), F: split(christian.F) };
const muslimNames = { M: split(muslim.M), F: split(muslim.F) };

/** A plausible Nigerian name: family, given and middle name agree with one another. */
export const personName = (random: Random): PersonName => {
	const { people, given, families, states, ...custom } = random.weighted(shares);
	const gender: Gender = random.chance(0.52) ? "F" : "M";
	const chance = random.next();
	const isMuslim = chance < custom.muslim;
	const isChristian = !isMuslim && chance < custom.muslim + custom.christian;
	const own = given[gender];
	const other = isMuslim ? muslimNames[gender] : christianNames[gender];
	const firstName = random.pick(isMuslim || isChristian ? other : own);
	const lastName = random.pick(families);
	const middle = random.chance(0.72) ? random.pick(isMuslim ? [...other, ...own] : isChristian ? own : other) : null;
	const middleName = middle === firstName || middle === lastName ? null : middle;
	// why: a family name that is also the given name reads like a mistake.
	if (lastName === firstName) return personName(random);
	return { firstName, middleName, lastName, gender, people, muslim: isMuslim, states };
};

/** The name as an email address spells it. */
export const asciiName = (name: string): string =>
	name
		.normalize("NFD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replaceAll("ɓ", "b")
		.replaceAll("ɗ", "d")
		.replaceAll("ƙ", "k")
		.replace(/[^a-z]/g, "");
