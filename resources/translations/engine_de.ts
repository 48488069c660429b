<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>parsimony::Sentence</name>
    <message>
        <source>{1}: &apos;{2}&apos; is not a number</source>
        <translation>{1}: „{2}“ ist keine Zahl</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is not a number; the decimal mark is a point</source>
        <translation>{1}: „{2}“ ist keine Zahl; das Dezimalzeichen ist der Punkt</translation>
    </message>
    <message>
        <source>{1}: a range is written log:LO:HI:N or lin:LO:HI:N</source>
        <translation>{1}: Ein Bereich wird log:LO:HI:N oder lin:LO:HI:N geschrieben</translation>
    </message>
    <message>
        <source>{1}: N must be a whole number from 1 to 1000000</source>
        <translation>{1}: N muss eine ganze Zahl von 1 bis 1000000 sein</translation>
    </message>
    <message>
        <source>{1}: the ends of the range must be finite</source>
        <translation>{1}: Die Enden des Bereichs müssen endlich sein</translation>
    </message>
    <message>
        <source>{1}: the ends of the range must be finite and positive</source>
        <translation>{1}: Die Enden des Bereichs müssen endlich und positiv sein</translation>
    </message>
    <message>
        <source>can&apos;t read the key &apos;{1}&apos;: {2}</source>
        <translation>der Schlüssel „{1}“ ist nicht zu lesen: {2}</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; holds no private key of Ed25519 without a passphrase; make one with: openssl genpkey -algorithm ed25519 -out KEY.pem</source>
        <translation>„{1}“ enthält keinen privaten Ed25519-Schlüssel ohne Passphrase; so entsteht einer: openssl genpkey -algorithm ed25519 -out KEY.pem</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; holds no public key of Ed25519; take one out of the private key with: openssl pkey -in KEY.pem -pubout</source>
        <translation>„{1}“ enthält keinen öffentlichen Ed25519-Schlüssel; aus dem privaten entsteht er so: openssl pkey -in KEY.pem -pubout</translation>
    </message>
    <message>
        <source>libcrypto could not read the public half of a key</source>
        <translation>libcrypto konnte die öffentliche Hälfte eines Schlüssels nicht lesen</translation>
    </message>
    <message>
        <source>libcrypto could not sign</source>
        <translation>libcrypto konnte nicht signieren</translation>
    </message>
    <message>
        <source>the text is no base64</source>
        <translation>der Text ist kein Base64</translation>
    </message>
    <message>
        <source>{1} is no picture that can be drawn</source>
        <translation>{1} ist kein Bild, das gezeichnet werden kann</translation>
    </message>
    <message>
        <source>{1} cannot be written: {2}</source>
        <translation>{1} kann nicht geschrieben werden: {2}</translation>
    </message>
    <message>
        <source>sweep needs the grid: give --learning-rates and --steps</source>
        <translation>eine Reihe braucht das Raster: Lernraten und Schritte angeben (--learning-rates, --steps)</translation>
    </message>
    <message>
        <source>the grid has the cell of learning rate {1} and {2} steps twice</source>
        <translation>das Raster hat die Zelle mit Lernrate {1} und {2} Schritten doppelt</translation>
    </message>
    <message>
        <source>a grid of one cell leaves nothing to compare: give more in --learning-rates or --steps</source>
        <translation>ein Raster aus einer Zelle lässt nichts zu vergleichen: mehr Lernraten oder Schritte angeben (--learning-rates, --steps)</translation>
    </message>
    <message>
        <source>a sweep is of one encoder, and {1} names {2}: name one alone behind them ({1} {3}), and sweep one after the other</source>
        <translation>eine Reihe ist von einem Encoder, und {1} nennt {2}: bitte einen allein dahinter nennen ({1} {3}), und eine Reihe nach der anderen</translation>
    </message>
    <message>
        <source>a sweep goes over learning rates and steps: give one value of each other option</source>
        <translation>eine Reihe geht über Lernraten und Schritte: von jeder anderen Option nur einen Wert angeben</translation>
    </message>
    <message>
        <source>sweep needs budgets: give --epsilons LIST</source>
        <translation>eine Reihe braucht Budgets: bitte --epsilons LIST angeben</translation>
    </message>
    <message>
        <source>on private data every cell is charged, so a sweep runs once: leave out --repeats</source>
        <translation>auf privaten Daten kostet jede Zelle, eine Reihe läuft deshalb einmal: Wiederholungen weglassen (--repeats)</translation>
    </message>
    <message>
        <source>--epsilons has {1} twice</source>
        <translation>in der Liste der ε (--epsilons) steht {1} doppelt</translation>
    </message>
    <message>
        <source>the sweep&apos;s experiment has no cells</source>
        <translation>das Experiment der Reihe hat keine Zellen</translation>
    </message>
    <message>
        <source>a run has no test accuracy: give a test part</source>
        <translation>ein Lauf hat keine Testgenauigkeit: einen Testteil angeben</translation>
    </message>
    <message>
        <source>the oracle&apos;s grid has no scored cell</source>
        <translation>das Raster des Orakels hat keine bewertete Zelle</translation>
    </message>
    <message>
        <source>--methods has &apos;{1}&apos; twice</source>
        <translation>in der Liste der Verfahren (--methods) steht „{1}“ doppelt</translation>
    </message>
    <message>
        <source>compare needs --epsilons LIST (or --epsilon)</source>
        <translation>ein Vergleich braucht mindestens ein ε (--epsilons oder --epsilon)</translation>
    </message>
    <message>
        <source>`{1}` repeats runs with seeds and exact figures, which have no (epsilon, delta) guarantee: it is for benchmarks with --visibility public</source>
        <translation>`{1}` wiederholt Läufe mit Startwerten und genauen Zahlen, für die keine Garantie aus ε und δ gilt: das ist für öffentliche Daten (--visibility public)</translation>
    </message>
    <message>
        <source>a test part is needed to compare runs: give --test and --test-labels</source>
        <translation>um Läufe zu vergleichen, wird ein Testteil gebraucht: --test und --test-labels angeben</translation>
    </message>
    <message>
        <source>the project has no experiment {1}: see `trials`</source>
        <translation>das Projekt hat kein Experiment {1}: siehe `trials`</translation>
    </message>
    <message>
        <source>the project has no experiment yet, so there is nothing to report</source>
        <translation>das Projekt hat noch kein Experiment, es gibt also nichts zu berichten</translation>
    </message>
    <message>
        <source>there is no finished experiment on private data yet, so there is no deployment to enter in a registry</source>
        <translation>es gibt noch kein abgeschlossenes Experiment auf privaten Daten, also nichts für ein Verzeichnis von Einsätzen</translation>
    </message>
    <message>
        <source>a report&apos;s file ends in .html, .pdf, .md, .json, .tex, .yaml, .cdx.json or .model-card.md, and &apos;{1}&apos; does not</source>
        <translation>die Datei eines Berichts endet auf .html, .pdf, .md, .json, .tex, .yaml, .cdx.json oder .model-card.md, „{1}“ aber nicht</translation>
    </message>
    <message>
        <source>there is no finished experiment yet, so there is no classifier to describe</source>
        <translation>es gibt noch kein beendetes Experiment und damit keinen Klassifikator zu beschreiben</translation>
    </message>
    <message>
        <source>--head sequence needs its length: say --head sequence:L for L vectors a record</source>
        <translation>--head sequence braucht eine Länge: --head sequence:L für L Vektoren je Datensatz</translation>
    </message>
    <message>
        <source>--head must be 64 hexadecimal digits, as `audit` prints them, or the file of a receipt, not &apos;{1}&apos;</source>
        <translation>--head besteht aus 64 Hexadezimalziffern, wie `audit` sie ausgibt, oder nennt die Datei einer Quittung, nicht „{1}“</translation>
    </message>
    <message>
        <source>is of a kind that this version does not know, &apos;{1}&apos;: a newer version of Parsimony wrote it</source>
        <translation>ist von einer Art, die diese Version nicht kennt, „{1}“: geschrieben von einer neueren Version von Parsimony</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has no experiment {2}; trials lists what there is</source>
        <translation>„{1}“ hat kein Experiment {2}; trials zählt auf, was es gibt</translation>
    </message>
    <message>
        <source>the project holds a word that this version does not know, &apos;{1}&apos;: a newer version of Parsimony wrote it, update Parsimony</source>
        <translation>das Projekt enthält ein Wort, das diese Version nicht kennt, „{1}“: geschrieben von einer neueren Version von Parsimony, bitte aktualisieren</translation>
    </message>
    <message>
        <source>row {1} of &apos;{2}&apos; has a word that this version of Parsimony does not know: &apos;{3}&apos;; a newer version wrote it, update Parsimony</source>
        <translation>Zeile {1} von „{2}“ hat ein Wort, das diese Version von Parsimony nicht kennt: „{3}“; geschrieben von einer neueren Version, bitte aktualisieren</translation>
    </message>
    <message>
        <source>no value is of class &apos;{1}&apos;</source>
        <translation>kein Wert ist von der Klasse „{1}“</translation>
    </message>
    <message>
        <source>--public-parts: there is no part &apos;{1}&apos;</source>
        <translation>--public-parts: einen Teil „{1}“ gibt es nicht</translation>
    </message>
    <message>
        <source>--public-parts: there is no part &apos;{1}&apos;; did you mean &apos;{2}&apos;?</source>
        <translation>--public-parts: einen Teil „{1}“ gibt es nicht; meinten Sie „{2}“?</translation>
    </message>
    <message>
        <source>{1} has no records</source>
        <translation>{1} enthält keine Datensätze</translation>
    </message>
    <message>
        <source>{1} must be auto or LO,HI</source>
        <translation>{1} muss auto oder LO,HI sein</translation>
    </message>
    <message>
        <source>{1} must be zero, he or a file</source>
        <translation>{1} muss zero, he oder eine Datei sein</translation>
    </message>
    <message>
        <source>it has no body</source>
        <translation>es fehlt der Inhalt</translation>
    </message>
    <message>
        <source>a ledger entry is nested deeper than 64 levels</source>
        <translation>ein Eintrag des Kassenbuchs ist tiefer als 64 Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>a ledger entry holds a number that is not finite</source>
        <translation>ein Eintrag des Kassenbuchs enthält eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <source>a ledger entry holds text that is not UTF-8; rename the file or set it comes from</source>
        <translation>ein Eintrag des Kassenbuchs enthält Text, der kein UTF-8 ist; bitte die Datei oder den Satz umbenennen, woher er kommt</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; holds a private selection whose rows have exact times, as an earlier version wrote them: they tell how many runs it made; share a report of it in place of a copy</source>
        <translation>„{1}“ enthält eine private Auswahl, deren Zeilen genaue Zeiten tragen, wie eine frühere Version sie schrieb: Daran sieht man, wie viele Läufe sie machte. Bitte einen Bericht statt einer Kopie weitergeben</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is there already; export to another name</source>
        <translation>„{1}“ gibt es schon; bitte unter einem anderen Namen exportieren</translation>
    </message>
    <message>
        <source>{1} is a Parsimony project or registry, or belongs to one, and no result is written over it; name another file</source>
        <translation>{1} ist ein Projekt oder eine Registry von Parsimony oder gehört zu einem, und kein Ergebnis wird darüber geschrieben; bitte eine andere Datei angeben</translation>
    </message>
    <message>
        <source>{1} is what this command reads, or keeps its spends in, and no result is written over it; name another file</source>
        <translation>{1} ist, was dieser Befehl liest oder worin er seine Ausgaben führt, und kein Ergebnis wird darüber geschrieben; bitte eine andere Datei angeben</translation>
    </message>
    <message>
        <source>{1} is named for two of the files that are to be written; name another file for one of them</source>
        <translation>{1} steht für zwei der Dateien, die geschrieben werden sollen; bitte für eine davon eine andere Datei angeben</translation>
    </message>
    <message>
        <source>can&apos;t write &apos;{1}&apos;: {2}</source>
        <translation>„{1}“ lässt sich nicht schreiben: {2}</translation>
    </message>
    <message>
        <source>{1} was charged in accounts of both kinds, gaussian and slices; no one account can go on with both, so its rows can&apos;t be asked again</source>
        <translation>{1} wurde in Konten beider Arten gebucht, gaussian und slices; kein Konto kann beide fortführen, also können diese Zeilen nicht mehr gefragt werden</translation>
    </message>
    <message>
        <source>{1} has an account of kind {2}, fixed by its first experiment; an experiment of kind {3} can&apos;t charge it</source>
        <translation>{1} hat ein Konto der Art {2}, festgelegt durch das erste Experiment; ein Experiment der Art {3} kann es nicht belasten</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has no dataset {2}</source>
        <translation>„{1}“ hat keinen Datensatz {2}</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has no part {2}</source>
        <translation>„{1}“ hat keinen Teil {2}</translation>
    </message>
    <message>
        <source>a dataset needs a name</source>
        <translation>ein Datensatz braucht einen Namen</translation>
    </message>
    <message>
        <source>--rows-per-person must be at least 1</source>
        <translation>die Zeilen je Person müssen mindestens 1 sein</translation>
    </message>
    <message>
        <source>a dataset needs at least one part</source>
        <translation>ein Datensatz braucht mindestens einen Teil</translation>
    </message>
    <message>
        <source>a part of dataset &apos;{1}&apos; has no name</source>
        <translation>ein Teil des Datensatzes „{1}“ hat keinen Namen</translation>
    </message>
    <message>
        <source>the row tags of part &apos;{1}&apos; are not sorted</source>
        <translation>die Zeilenmarken des Teils „{1}“ sind nicht sortiert</translation>
    </message>
    <message>
        <source>the cap of {1} is ε = {2}, set once: --epsilon {3} differs; leave it out, or raise the cap</source>
        <translation>die Obergrenze der Daten ({1}) ist ε = {2}, ein für alle Mal: ε = {3} weicht ab; bitte weglassen oder die Obergrenze anheben</translation>
    </message>
    <message>
        <source>the δ of {1} is {2}, set once: --delta {3} differs; leave it out</source>
        <translation>δ der Daten ({1}) ist {2}, ein für alle Mal: δ = {3} weicht ab; bitte weglassen</translation>
    </message>
    <message>
        <source>{1} was declared with adjacency {2}; it stays so, leave --adjacency out or use the same</source>
        <translation>{1}: angegeben mit der Nachbarschaft {2}; dabei bleibt es, bitte dieselbe nehmen</translation>
    </message>
    <message>
        <source>{1} was declared with --rows-per-person {2}; it stays so, use the same</source>
        <translation>{1}: angegeben mit {2} Zeilen je Person; dabei bleibt es, bitte dieselbe Zahl nehmen</translation>
    </message>
    <message>
        <source>these rows were charged in accounts of both kinds, gaussian and slices; no one account can go on with both</source>
        <translation>diese Zeilen wurden in Konten beider Arten belastet, „gaussian“ und „slices“; kein Konto kann mit beiden weitermachen</translation>
    </message>
    <message>
        <source>dataset &apos;{1}&apos; is new to &apos;{2}&apos;: give its cap with --epsilon and --delta</source>
        <translation>die Daten „{1}“ sind neu in „{2}“: bitte die Obergrenze mit ε und δ angeben</translation>
    </message>
    <message>
        <source>{1} has ended; there is nothing to resume</source>
        <translation>{1} ist zu Ende; es gibt nichts fortzusetzen</translation>
    </message>
    <message>
        <source>{1} has ended; its plan stays as it is</source>
        <translation>{1} ist beendet; der Plan bleibt, wie er ist</translation>
    </message>
    <message>
        <source>{1} has ended already</source>
        <translation>{1} ist schon zu Ende</translation>
    </message>
    <message>
        <source>experiment {1} did not plan these events on {2}; an experiment of kind slices keeps to its plan: this run was not started, and what is reserved stays reserved</source>
        <translation>Experiment {1} hat diese Ereignisse auf {2} nicht geplant; ein Experiment der Art slices hält sich an seinen Plan: Dieser Lauf wurde nicht begonnen, und was reserviert ist, bleibt reserviert</translation>
    </message>
    <message>
        <source>a trial names a part twice; put its events into one charge</source>
        <translation>ein Versuch nennt einen Teil zweimal; bitte seine Ereignisse in einer Buchung zusammenfassen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has no {2}</source>
        <translation>„{1}“ hat kein {2}</translation>
    </message>
    <message>
        <source>experiment {1} reserved nothing of {2}</source>
        <translation>Experiment {1} hat von {2} nichts reserviert</translation>
    </message>
    <message>
        <source>experiment {1} has ended; it takes no more trials</source>
        <translation>Experiment {1} ist beendet; es nimmt keine Versuche mehr an</translation>
    </message>
    <message>
        <source>{1} is {2}; a reservation is never repeated</source>
        <translation>{1} ist {2}; eine Reservierung wird nie wiederholt</translation>
    </message>
    <message>
        <source>the experiment of {1} has ended</source>
        <translation>das Experiment von {1} ist beendet</translation>
    </message>
    <message>
        <source>{1} is {2}, not running; it can&apos;t finish</source>
        <translation>{1} ist {2}, läuft also nicht und kann nicht enden</translation>
    </message>
    <message>
        <source>{1} does not run; it takes no checkpoint</source>
        <translation>{1} läuft nicht und nimmt keinen Zwischenstand an</translation>
    </message>
    <message>
        <source>the project &apos;{1}&apos; is gone; put it back</source>
        <translation>das Projekt „{1}“ ist weg; bitte zurücklegen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is an older copy: since it was made, {2} went on in another file of this project, and what it released can&apos;t be released again; go on with that file, or start anew with run</source>
        <translation>„{1}“ ist eine ältere Kopie: Seit sie entstand, ging {2} in einer anderen Datei dieses Projekts weiter, und was es freigab, kann nicht noch einmal freigegeben werden. Bitte mit jener Datei weitermachen oder mit run neu beginnen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; lacks rows that the registry remembers: it is an older copy, or the file with the ending -wal was left behind; go on with the newest file</source>
        <translation>„{1}“ fehlen Zeilen, an die sich die Registry erinnert: Es ist eine ältere Kopie, oder die Datei mit der Endung -wal blieb zurück. Bitte mit der neuesten Datei weitermachen</translation>
    </message>
    <message>
        <source>{1} of &apos;{2}&apos; was last run on another machine. If it goes on nowhere else, say so with resume --moved-here; the ledger keeps that</source>
        <translation>{1} von „{2}“ lief zuletzt auf einer anderen Maschine. Wenn es nirgends sonst weitergeht, sagt man das mit resume --moved-here; das Kassenbuch hält es fest</translation>
    </message>
    <message>
        <source>{1} was declared under another registry, or before this one was restored from a copy, so that nobody can tell whether these are its rows: declare it here first, with &apos;parsimony-cli budget declare&apos; and under its name, or go on with that registry</source>
        <translation>{1} wurde unter einer anderen Registry angemeldet, oder bevor diese aus einer Kopie wiederhergestellt wurde, sodass niemand weiß, ob dies seine Zeilen sind: zuerst hier anmelden, mit „parsimony-cli budget declare“ und unter seinem Namen, oder mit jener Registry weitermachen</translation>
    </message>
    <message>
        <source>several {1} parts of &apos;{2}&apos; were declared under another registry, so that this one can&apos;t tell which of them these rows are: go on with that registry</source>
        <translation>mehrere Teile „{1}“ von „{2}“ wurden unter einer anderen Registry angemeldet, sodass diese nicht weiß, welcher davon diese Zeilen sind: mit jener Registry weitermachen</translation>
    </message>
    <message>
        <source>{1} was declared with another registry, of another number of records: give the file, and the share of it, that it had then</source>
        <translation>{1} wurde mit einer anderen Registry angemeldet, mit einer anderen Zahl von Datensätzen: die Datei, und den Anteil an ihr, geben, die er damals hatte</translation>
    </message>
    <message>
        <source>{1} of the {2} rows of {3}, and with those of others more than a fifth of its own</source>
        <translation>{1} der {2} Zeilen von {3}, und mit denen anderer mehr als ein Fünftel der eigenen</translation>
    </message>
    <message>
        <source>several datasets were declared as &apos;{1}&apos; under another registry, so that this one can&apos;t tell which of them these rows are: go on with that registry</source>
        <translation>mehrere Datensätze wurden unter einer anderen Registry als „{1}“ angemeldet, sodass diese nicht weiß, welcher davon diese Zeilen sind: mit jener Registry weitermachen</translation>
    </message>
    <message>
        <source>{1} of &apos;{2}&apos; was begun under another registry, on another machine or with another PARSIMONY_REGISTRY, and this one can&apos;t see how far it came there. If it goes on nowhere else, say so with resume --moved-here; the ledger keeps that</source>
        <translation>{1} von „{2}“ wurde unter einer anderen Registry begonnen, auf einer anderen Maschine oder mit anderem PARSIMONY_REGISTRY, und diese sieht nicht, wie weit es dort kam. Wenn es nirgends sonst weitergeht, sagt man das mit resume --moved-here; das Kassenbuch hält es fest</translation>
    </message>
    <message>
        <source>another process resumed {1} of &apos;{2}&apos;; this one stops, and releases nothing more</source>
        <translation>ein anderer Prozess hat {1} von „{2}“ fortgesetzt; dieser hält an und gibt nichts mehr frei</translation>
    </message>
    <message>
        <source>--method {1} needs Gaussian events: full batches, not --sample-rate {2}</source>
        <translation>--method {1} braucht Gaußsche Ereignisse: alle Zeilen je Schritt, nicht --sample-rate {2}</translation>
    </message>
    <message>
        <source>--public-parts: the train part is what the budget protects; if it is public data, say --visibility public</source>
        <translation>öffentliche Teile: Den Trainingsteil schützt das Budget; sind die Daten öffentlich, bitte „Öffentlicher Vergleich“ wählen</translation>
    </message>
    <message>
        <source>--{1} {2} is not the cap of dataset &apos;{3}&apos;, which was set once to {4}; leave it out, or raise the cap</source>
        <translation>--{1} {2} ist nicht die Obergrenze der Daten „{3}“, die ein für alle Mal {4} ist; bitte weglassen oder die Obergrenze anheben</translation>
    </message>
    <message>
        <source>the files of the {1} part are not those the experiment was started with; put them back to resume it</source>
        <translation>die Dateien des Teils „{1}“ sind nicht die, mit denen das Experiment begann; bitte zurücklegen, um es fortzusetzen</translation>
    </message>
    <message>
        <source>--precision {1} on --device {2} is for public data only: how tensor cores round is not documented, so nothing bounds what it adds to a record&apos;s influence; use --precision f32, or --device cpu, where every precision is proved</source>
        <translation>--precision {1} auf --device {2} gibt es nur für öffentliche Daten: Wie Tensor-Kerne runden, ist nicht dokumentiert, also ist unbeschränkt, was das zum Einfluss eines Datensatzes hinzufügt; bitte --precision f32 nehmen oder --device cpu, wo jede Genauigkeit bewiesen ist</translation>
    </message>
    <message>
        <source>--init {1}: these weights were trained on private rows, as the card in the file says; name the project that paid for them with --linked-to, or start from public ones</source>
        <translation>--init {1}: Diese Gewichte wurden auf privaten Zeilen trainiert, wie die Karte in der Datei sagt; bitte mit --linked-to das Projekt nennen, das dafür bezahlt hat, oder mit öffentlichen beginnen</translation>
    </message>
    <message>
        <source>--init {1}: the model card in it says whose rows these weights were trained on, and cannot be read ({2})</source>
        <translation>--init {1}: Die Modellkarte darin sagt, auf wessen Zeilen diese Gewichte trainiert wurden, und kann nicht gelesen werden ({2})</translation>
    </message>
    <message>
        <source>{1}: the initial weights are not those that the experiment was planned with; bring the old file back to go on with it</source>
        <translation>{1}: Die Anfangsgewichte sind nicht die, mit denen das Experiment geplant wurde; bitte die alte Datei zurücklegen, um weiterzumachen</translation>
    </message>
    <message>
        <source>--trainer {1} needs rows of bounded norm: use --row-norm unit or clip</source>
        <translation>--trainer {1} braucht Zeilen mit beschränkter Norm: bitte --row-norm unit oder clip</translation>
    </message>
    <message>
        <source>groups of private rows need --groups FILE and their names, declared by --group-names: which groups there are must not be read off the rows</source>
        <translation>Gruppen privater Zeilen brauchen --groups DATEI und ihre Namen, angegeben mit --group-names: Welche Gruppen es gibt, darf nicht aus den Zeilen gelesen werden</translation>
    </message>
    <message>
        <source>the project does not verify, so nothing is signed: see audit</source>
        <translation>das Projekt besteht die Prüfung nicht, also wird nichts signiert: siehe audit</translation>
    </message>
    <message>
        <source>PARSIMONY_ROW_CACHE: no file can be made in &apos;{1}&apos; ({2}); name another folder, or none</source>
        <translation>PARSIMONY_ROW_CACHE: in „{1}“ lässt sich keine Datei anlegen ({2}); einen anderen Ordner nennen oder keinen</translation>
    </message>
    <message>
        <source>PARSIMONY_ROW_CACHE: &apos;{1}&apos; has no room for {2} MB of rows ({3}); name another folder, or none</source>
        <translation>PARSIMONY_ROW_CACHE: „{1}“ hat keinen Platz für {2} MB Zeilen ({3}); einen anderen Ordner nennen oder keinen</translation>
    </message>
    <message>
        <source>PARSIMONY_ROW_CACHE: the rows in &apos;{1}&apos; can&apos;t be mapped ({2})</source>
        <translation>PARSIMONY_ROW_CACHE: die Zeilen in „{1}“ lassen sich nicht abbilden ({2})</translation>
    </message>
    <message>
        <source>the number of records of dataset &apos;{1}&apos; was declared as {2}: --records {3} differs; leave it out</source>
        <translation>die Zahl der Datensätze von „{1}“ wurde mit {2} erklärt: --records {3} weicht davon ab; weglassen</translation>
    </message>
    <message>
        <source>the number of records of the {1} part was declared as {2}: --test-records {3} differs; leave it out</source>
        <translation>die Zahl der Datensätze des Teils {1} wurde mit {2} erklärt: --test-records {3} weicht davon ab; weglassen</translation>
    </message>
    <message>
        <source>the number of records of the {1} part was declared as {2}, which holds from then on: give it again, or name the data as it was named then</source>
        <translation>die Zahl der Datensätze des Teils {1} wurde mit {2} erklärt, was von da an gilt: sie wieder angeben oder die Daten so nennen, wie sie damals hießen</translation>
    </message>
    <message>
        <source>the {1} part was declared without a number of its records, which holds from then on: give none</source>
        <translation>der Teil {1} wurde ohne eine Zahl seiner Datensätze erklärt, was von da an gilt: keine angeben</translation>
    </message>
    <message>
        <source>the stored plan has no numbers for the method {1}; the project file is damaged</source>
        <translation>der gespeicherte Plan hat keine Zahlen für die Methode {1}; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>experiments run together on public data only: on private data every run is reserved by itself</source>
        <translation>Experimente laufen nur auf öffentlichen Daten zusammen: Auf privaten Daten wird jeder Lauf für sich reserviert</translation>
    </message>
    <message>
        <source>--init {1} is for experiments that run by themselves</source>
        <translation>--init {1} ist für Experimente, die für sich laufen</translation>
    </message>
    <message>
        <source>experiments that run together need the same data, prepared in the same way</source>
        <translation>Experimente, die zusammen laufen, brauchen dieselben Daten, gleich vorbereitet</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; and &apos;{2}&apos; are two projects, not two files of one; audit them one by one</source>
        <translation>„{1}“ und „{2}“ sind zwei Projekte, nicht zwei Dateien desselben; bitte einzeln prüfen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; of a release is no count</source>
        <translation>„{1}“ einer Freigabe ist keine Anzahl</translation>
    </message>
    <message>
        <source>has noise in &apos;{1}&apos; of its plan, where no release is known to stand</source>
        <translation>hat Rauschen in „{1}“ ihres Plans, wo keine Freigabe stehen kann</translation>
    </message>
    <message>
        <source>a release has a noise multiplier that is no number</source>
        <translation>eine Freigabe hat einen Rauschmultiplikator, der keine Zahl ist</translation>
    </message>
    <message>
        <source>{1} is nested deeper than 64 levels</source>
        <translation>{1} ist tiefer als 64 Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>{1} is no JSON</source>
        <translation>{1} ist kein JSON</translation>
    </message>
    <message>
        <source>can&apos;t make the folder &apos;{1}&apos; for locks: {2}</source>
        <translation>der Ordner „{1}“ für Sperren lässt sich nicht anlegen: {2}</translation>
    </message>
    <message>
        <source>the folder &apos;{1}&apos; for locks belongs to somebody else; set XDG_RUNTIME_DIR</source>
        <translation>der Ordner „{1}“ für Sperren gehört jemand anderem; bitte XDG_RUNTIME_DIR setzen</translation>
    </message>
    <message>
        <source>can&apos;t make the lock &apos;{1}&apos;: {2}</source>
        <translation>die Sperre „{1}“ lässt sich nicht anlegen: {2}</translation>
    </message>
    <message>
        <source>{1} is no number</source>
        <translation>{1} ist keine Zahl</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is damaged: its last row has no hash; run audit</source>
        <translation>„{1}“ ist beschädigt: Die letzte Zeile hat keinen Hash; bitte audit ausführen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is damaged: its last row can&apos;t be found again; run audit, or restore it from a copy</source>
        <translation>„{1}“ ist beschädigt: Die letzte Zeile ist nicht wiederzufinden; bitte audit ausführen oder die Datei aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>a charge names no part</source>
        <translation>eine Buchung nennt keinen Teil</translation>
    </message>
    <message>
        <source>an experiment on private data is reserved by itself, not among other changes</source>
        <translation>ein Experiment auf privaten Daten wird für sich reserviert, nicht zwischen anderen Änderungen</translation>
    </message>
    <message>
        <source>{1} belongs to another dataset</source>
        <translation>{1} gehört zu einem anderen Datensatz</translation>
    </message>
    <message>
        <source>&apos;{1}&apos;: {2} is locked by another process</source>
        <translation>„{1}“: {2} ist von einem anderen Prozess gesperrt</translation>
    </message>
    <message>
        <source>another process runs {1} of &apos;{2}&apos; now; wait for it, or stop it first</source>
        <translation>ein anderer Prozess führt gerade {1} von „{2}“ aus; bitte abwarten oder ihn erst anhalten</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; lacks the released values {2}; restore it from a copy</source>
        <translation>in „{1}“ fehlen die freigegebenen Werte {2}; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>a release needs to say what it is</source>
        <translation>eine Freigabe muss sagen, was sie ist</translation>
    </message>
    <message>
        <source>an exact score of private data can&apos;t be released</source>
        <translation>eine exakte Bewertung privater Daten kann nicht freigegeben werden</translation>
    </message>
    <message>
        <source>{1} is {2} already</source>
        <translation>{1} ist schon {2}</translation>
    </message>
    <message>
        <source>the dataset has no part &apos;{1}&apos;</source>
        <translation>der Datensatz hat keinen Teil „{1}“</translation>
    </message>
    <message>
        <source>can&apos;t open the registry &apos;{1}&apos; ({2}); set PARSIMONY_REGISTRY to a file you may write to</source>
        <translation>das Register „{1}“ lässt sich nicht öffnen ({2}); bitte PARSIMONY_REGISTRY auf eine beschreibbare Datei setzen</translation>
    </message>
    <message>
        <source>the project &apos;{1}&apos; has another name (a hard link), under which rows written here would be lost; leave one name, or go on with a copy in place of this one</source>
        <translation>das Projekt „{1}“ hat noch einen Namen (einen harten Link), unter dem hier geschriebene Zeilen verloren gingen; bitte einen Namen lassen oder mit einer Kopie an seiner Stelle weitermachen</translation>
    </message>
    <message>
        <source>{1} is cut off in the middle of a page; restore it from a copy</source>
        <translation>{1} ist mitten in einer Seite abgeschnitten; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>the registry &apos;{1}&apos; is empty, so that what was charged with it would be forgotten; restore it from a copy, or remove the file where nothing ever was</source>
        <translation>das Register „{1}“ ist leer, so dass vergessen wäre, was mit ihm belastet wurde; bitte aus einer Kopie wiederherstellen oder, wo nie etwas belastet wurde, die Datei entfernen</translation>
    </message>
    <message>
        <source>the registry &apos;{1}&apos; has another name (a hard link), under which its charges would not be seen; leave one name</source>
        <translation>das Register „{1}“ hat noch einen Namen (einen harten Link), unter dem seine Belastungen nicht zu sehen wären; bitte nur einen Namen lassen</translation>
    </message>
    <message>
        <source>there is no home folder for the registry; set PARSIMONY_REGISTRY to a file you may write to</source>
        <translation>es gibt keinen persönlichen Ordner für das Register; bitte PARSIMONY_REGISTRY auf eine beschreibbare Datei setzen</translation>
    </message>
    <message>
        <source>{1} is damaged: its key is missing; restore it from a copy</source>
        <translation>{1} ist beschädigt: Der Schlüssel fehlt; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is no registry of Parsimony; set PARSIMONY_REGISTRY to another file</source>
        <translation>„{1}“ ist kein Register von Parsimony; bitte PARSIMONY_REGISTRY auf eine andere Datei setzen</translation>
    </message>
    <message>
        <source>the registry &apos;{1}&apos; was written by a newer version of Parsimony; update Parsimony</source>
        <translation>die Registry „{1}“ wurde von einer neueren Version von Parsimony geschrieben; bitte Parsimony aktualisieren</translation>
    </message>
    <message>
        <source>&apos;{1}&apos;: {2}</source>
        <translation>„{1}“: {2}</translation>
    </message>
    <message>
        <source>a sub-sampled trainer takes one value of --steps: T must be fixed before the first trial</source>
        <translation>ein unterabgetasteter Trainer nimmt nur einen Wert für --steps: T muss vor dem ersten Versuch feststehen</translation>
    </message>
    <message>
        <source>a phase&apos;s epsilon of {1} is not below the experiment&apos;s {2}</source>
        <translation>das ε einer Phase von {1} liegt nicht unter dem des Experiments von {2}</translation>
    </message>
    <message>
        <source>is of class {1}, which rows of kind &apos;{2}&apos; are not</source>
        <translation>ist von der Klasse {1}, die Zeilen der Art „{2}“ nicht haben</translation>
    </message>
    <message>
        <source>has a {1} that rows of kind &apos;{2}&apos; have not, or none where they have one</source>
        <translation>nennt ein {1}, das Zeilen der Art „{2}“ nicht nennen, oder keines, wo sie eines nennen</translation>
    </message>
    <message>
        <source>has amounts that rows of kind &apos;{1}&apos; have not, or lacks one</source>
        <translation>hat Beträge, die Zeilen der Art „{1}“ nicht haben, oder ihr fehlt einer</translation>
    </message>
    <message>
        <source>is of a format that this version does not know</source>
        <translation>ist von einem Format, das diese Version nicht kennt</translation>
    </message>
    <message>
        <source>{1} is given without {2}</source>
        <translation>{1} ist ohne {2} angegeben</translation>
    </message>
    <message>
        <source>the {1} part needs both features and labels</source>
        <translation>der Teil „{1}“ braucht Merkmale und Labels</translation>
    </message>
    <message>
        <source>--init {1}: a classifier with hidden layers is no one matrix to start from</source>
        <translation>--init {1}: ein Klassifikator mit verdeckten Schichten ist keine einzelne Matrix, mit der man beginnen kann</translation>
    </message>
    <message>
        <source>--init {1}: it is of a classifier with a feature map, whose weights are for rows that went through it; train one with --feature-map none</source>
        <translation>--init {1}: das ist ein Klassifikator mit Merkmalsabbildung, dessen Gewichte für Zeilen gelten, die durch sie gingen; bitte einen mit --feature-map none trainieren</translation>
    </message>
    <message>
        <source>{1} has no row of some classes, which start from zero: {2}</source>
        <translation>{1} hat keine Zeile einiger Klassen, die bei null beginnen: {2}</translation>
    </message>
    <message>
        <source>--label-column and --id-column both name &apos;{1}&apos;: one tells of which class a record is, the other whose it is</source>
        <translation>--label-column und --id-column nennen beide „{1}“: Die eine sagt, von welcher Klasse ein Datensatz ist, die andere, wessen er ist</translation>
    </message>
    <message>
        <source>{1} {2}: every part has files or arrays of its own for that; leave one or the other out</source>
        <translation>{1} {2}: jeder Teil hat dafür eigene Dateien oder Arrays; bitte das eine oder das andere weglassen</translation>
    </message>
    <message>
        <source>{1} {2}: {3} holds one array and no columns; leave it out, and give what it names as a file of its own</source>
        <translation>{1} {2}: {3} enthält ein Array und keine Spalten; bitte weglassen und das Gemeinte als eigene Datei angeben</translation>
    </message>
    <message>
        <source>--ood: &apos;{1}&apos; is no name of a part; use letters, digits, &apos;_&apos;, &apos;-&apos; and &apos;.&apos;</source>
        <translation>„{1}“ ist kein Name für einen Teil; erlaubt sind Buchstaben, Ziffern, „_“, „-“ und „.“</translation>
    </message>
    <message>
        <source>--ood: there is a part &apos;{1}&apos; already</source>
        <translation>es gibt schon einen Teil „{1}“</translation>
    </message>
    <message>
        <source>give either --data or --train with --train-labels, not both</source>
        <translation>entweder --data oder --train mit --train-labels angeben, nicht beides</translation>
    </message>
    <message>
        <source>there is no data: give --data DIR|FILE, or --train FEATURES with --train-labels LABELS</source>
        <translation>es gibt keine Daten: bitte unter Daten Merkmale und Labels wählen</translation>
    </message>
    <message>
        <source>--classes is needed for private data, or --class-names FILE where labels are text: which classes there are must not be read off its labels</source>
        <translation>die Zahl der Klassen fehlt, oder ihre Namen, wo Labels Text sind: Bei privaten Daten darf nicht von den Labels abgelesen werden, welche Klassen es gibt</translation>
    </message>
    <message>
        <source>{1}: its labels do not tell the number of classes; give --classes</source>
        <translation>{1}: Die Labels verraten die Zahl der Klassen nicht; bitte angeben</translation>
    </message>
    <message>
        <source>{1} has more rows than the proof of the sums&apos; slack covers, 2^25</source>
        <translation>{1} hat mehr Zeilen, als der Beweis für den Spielraum der Summen deckt, 2^25</translation>
    </message>
    <message>
        <source>{1}: rows are too wide</source>
        <translation>{1}: Die Zeilen sind zu breit</translation>
    </message>
    <message>
        <source>--head sequence needs features of three axes (records x vectors x numbers); {1} is {2}: say --head sequence:L for L vectors a record</source>
        <translation>--head sequence braucht Merkmale mit drei Achsen (Datensätze x Vektoren x Zahlen); {1} ist {2}: bitte --head sequence:L sagen, mit L Vektoren je Datensatz</translation>
    </message>
    <message>
        <source>--views averages what a linear classifier learns of each view as it is: leave out {1}</source>
        <translation>--views mittelt, was ein linearer Klassifikator von jeder Ansicht lernt, wie sie ist: bitte {1} weglassen</translation>
    </message>
    <message>
        <source>--views are of one encoder: give one --data</source>
        <translation>--views sind von einem Encoder: bitte ein --data angeben</translation>
    </message>
    <message>
        <source>--views {1}: rows of {2} have {3} values, which are not so many views of one width each</source>
        <translation>--views {1}: Zeilen von {2} haben {3} Werte; das sind nicht so viele gleich breite Ansichten</translation>
    </message>
    <message>
        <source>--views {1}: {2} is {3}, {4} views a record</source>
        <translation>--views {1}: {2} ist {3}, {4} Ansichten je Datensatz</translation>
    </message>
    <message>
        <source>--trainer {1} forms no gradient of a record that its views could be averaged in: leave out --views</source>
        <translation>--trainer {1} bildet keinen Gradienten eines Datensatzes, in dem dessen Ansichten gemittelt werden könnten: bitte --views weglassen</translation>
    </message>
    <message>
        <source>rows of {1} values are no views of {2} values each, as they are</source>
        <translation>Zeilen mit {1} Werten sind keine Ansichten mit je {2} Werten, wie sie sind</translation>
    </message>
    <message>
        <source>the classifier&apos;s views are not as wide as what it multiplies</source>
        <translation>die Ansichten des Klassifikators sind nicht so breit wie das, was er multipliziert</translation>
    </message>
    <message>
        <source>--bias-share is of the coordinate that a feature map appends, and this plan has none: take --feature-map center</source>
        <translation>--bias-share gilt der Koordinate, die eine Merkmalsabbildung anhängt, und dieser Plan hat keine: bitte --feature-map center nehmen</translation>
    </message>
    <message>
        <source>--prior-scale is of a public prior: give --prior FEATURES,LABELS</source>
        <translation>--prior-scale gilt öffentlichem Vorwissen: bitte --prior MERKMALE,KLASSEN angeben</translation>
    </message>
    <message>
        <source>--prior-scale is in units of a run&apos;s noise, and --epsilon inf has none: leave it out</source>
        <translation>--prior-scale zählt in Einheiten des Rauschens eines Laufs, und mit --epsilon inf gibt es keines: bitte weglassen</translation>
    </message>
    <message>
        <source>--prior-scale is in units of a logit&apos;s noise, which rows without a bound have not: use --row-norm unit or clip</source>
        <translation>--prior-scale zählt in Einheiten des Rauschens eines Logits, das es bei Zeilen ohne Schranke nicht gibt: bitte --row-norm unit oder clip nehmen</translation>
    </message>
    <message>
        <source>--prior-scale is in units of a logit&apos;s noise, which is not a function of the step size of --trainer {1}: leave it out</source>
        <translation>--prior-scale zählt in Einheiten des Rauschens eines Logits, das bei --trainer {1} nicht aus der Schrittweite folgt: bitte weglassen</translation>
    </message>
    <message>
        <source>--prior-scale starts each run at a multiple of its own noise, and here --method {1} goes on from pilots of another: take --feature-map center, or leave it out</source>
        <translation>--prior-scale lässt jeden Lauf bei einem Vielfachen seines eigenen Rauschens beginnen, und hier geht --method {1} von Probeläufen mit anderem Rauschen aus: bitte --feature-map center nehmen oder weglassen</translation>
    </message>
    <message>
        <source>the stored plan has no valid search key; the project file is damaged</source>
        <translation>der gespeicherte Plan hat keinen gültigen Schlüssel der Suche; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>the search asked for phase {1}, which the plan does not have</source>
        <translation>die Suche verlangte Phase {1}, die der Plan nicht hat</translation>
    </message>
    <message>
        <source>the stored plan is incomplete; the project file is damaged</source>
        <translation>der gespeicherte Plan ist unvollständig; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>the plan has no part &apos;{1}&apos;; the project file is damaged</source>
        <translation>der Plan hat keinen Teil „{1}“; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>the project has no finished experiment yet, so there is no classifier to export</source>
        <translation>das Projekt hat noch kein beendetes Experiment, also gibt es keinen Klassifikator zu exportieren</translation>
    </message>
    <message>
        <source>row {1} of &apos;{2}&apos; is damaged: its entry &apos;{3}&apos; is missing or of another type; audit tells more, and restore the file from a copy</source>
        <translation>Zeile {1} von „{2}“ ist beschädigt: Ihr Eintrag „{3}“ fehlt oder hat einen anderen Typ; audit sagt mehr; bitte die Datei aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>row {1} of &apos;{2}&apos; is damaged: {3}; audit tells more, and restore the file from a copy</source>
        <translation>Zeile {1} von „{2}“ ist beschädigt: {3}; audit sagt mehr; bitte die Datei aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>row {1} of &apos;{2}&apos; is damaged: it holds something of another form than it has to have; audit tells more, and restore the file from a copy</source>
        <translation>Zeile {1} von „{2}“ ist beschädigt: Sie enthält etwas von anderer Form, als es haben muss; audit sagt mehr; bitte die Datei aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>something that is stored, or was sent, is not of the form it has to have; audit tells whether it is the project</source>
        <translation>etwas Gespeichertes oder Gesendetes hat nicht die Form, die es haben muss; audit sagt, ob es das Projekt ist</translation>
    </message>
    <message>
        <source>experiment {1} of &apos;{2}&apos; can&apos;t be read: {3}</source>
        <translation>Experiment {1} von „{2}“ ist nicht zu lesen: {3}</translation>
    </message>
    <message>
        <source>experiment {1} of &apos;{2}&apos; is damaged: a row holds something of another form than it has to have; audit tells more, and restore the file from a copy</source>
        <translation>Experiment {1} von „{2}“ ist beschädigt: Eine Zeile enthält etwas von anderer Form, als es haben muss; audit sagt mehr; bitte die Datei aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>nothing can be written into &apos;{1}&apos; because of its experiment {2}: {3}</source>
        <translation>in „{1}“ kann nichts geschrieben werden, wegen seines Experiments {2}: {3}</translation>
    </message>
    <message>
        <source>the experiment was planned by a newer version of Parsimony, with --{1} {2}, which this one does not know: update to go on with it</source>
        <translation>das Experiment wurde mit einer neueren Version von Parsimony geplant, mit --{1} {2}, was diese nicht kennt: bitte aktualisieren, um damit weiterzumachen</translation>
    </message>
    <message>
        <source>the experiment was planned by a newer version of Parsimony, with the option --{1} that this one does not know: update to go on with it</source>
        <translation>das Experiment wurde mit einer neueren Version von Parsimony geplant, mit der Option --{1}, die diese nicht kennt: bitte aktualisieren, um damit weiterzumachen</translation>
    </message>
    <message>
        <source>a stored option can&apos;t be read ({1}): the project file is damaged; audit tells more, and restore it from a copy</source>
        <translation>eine gespeicherte Option ist nicht zu lesen ({1}): Die Projektdatei ist beschädigt; audit sagt mehr; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>the stored plan can&apos;t be read ({1}): the project file is damaged; audit tells more, and restore it from a copy</source>
        <translation>der gespeicherte Plan ist nicht zu lesen ({1}): Die Projektdatei ist beschädigt; audit sagt mehr; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>the look released &apos;{1}&apos;, which this version of Parsimony does not know; update it</source>
        <translation>der Blick hat „{1}“ freigegeben, was diese Version von Parsimony nicht kennt; bitte aktualisieren</translation>
    </message>
    <message>
        <source>nothing can be written into &apos;{1}&apos;: row {2} has an entry &apos;{3}&apos; that this version of Parsimony does not know; a newer version wrote it, update Parsimony</source>
        <translation>in „{1}“ kann nichts geschrieben werden: Zeile {2} hat einen Eintrag „{3}“, den diese Version von Parsimony nicht kennt; eine neuere Version hat ihn geschrieben; bitte Parsimony aktualisieren</translation>
    </message>
    <message>
        <source>{1} rows of kind &apos;{2}&apos; have an entry &apos;{3}&apos; that this version does not know, the first of them row {4}: a newer version of Parsimony wrote it, and what it means was not checked</source>
        <translation>{1} Zeilen der Art „{2}“ haben einen Eintrag „{3}“, den diese Version nicht kennt, die erste davon Zeile {4}: Eine neuere Version von Parsimony hat ihn geschrieben; was er bedeutet, wurde nicht geprüft</translation>
    </message>
    <message>
        <source>{1} row of kind &apos;{2}&apos; has an entry &apos;{3}&apos; that this version does not know, row {4}: a newer version of Parsimony wrote it, and what it means was not checked</source>
        <translation>{1} Zeile der Art „{2}“ hat einen Eintrag „{3}“, den diese Version nicht kennt, Zeile {4}: Eine neuere Version von Parsimony hat ihn geschrieben; was er bedeutet, wurde nicht geprüft</translation>
    </message>
    <message>
        <source>row {1}: what its plan means was not checked: {2}</source>
        <translation>Zeile {1}: Was ihr Plan bedeutet, wurde nicht geprüft: {2}</translation>
    </message>
    <message>
        <source>something in it is of another form than it has to have</source>
        <translation>etwas darin hat eine andere Form, als es haben muss</translation>
    </message>
    <message>
        <source>{1} can&apos;t be read: a value is missing or of another type</source>
        <translation>{1} ist nicht zu lesen: Ein Wert fehlt oder hat einen anderen Typ</translation>
    </message>
    <message>
        <source>the experiment was planned by a newer version of Parsimony (plan format {1}; this one knows {2}): update to go on with it</source>
        <translation>das Experiment wurde mit einer neueren Version von Parsimony geplant (Planformat {1}; diese kennt {2}): bitte aktualisieren, um damit weiterzumachen</translation>
    </message>
    <message>
        <source>the stored plan names no format; the project file is damaged</source>
        <translation>der gespeicherte Plan nennt kein Format; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>--method {1} scores a secret number of runs, which an account of the validation part cannot be charged for: use --score noisy, or a validation part that is public (--public-parts validation)</source>
        <translation>--method {1} bewertet eine geheime Zahl von Läufen, und dafür lässt sich kein Konto des Validierungsteils belasten: bitte --score noisy nehmen oder einen öffentlichen Validierungsteil (--public-parts validation)</translation>
    </message>
    <message>
        <source>{1} must be a text, a number, true or false, or an array of those</source>
        <translation>{1} muss ein Text, eine Zahl, true oder false sein oder eine Liste davon</translation>
    </message>
    <message>
        <source>the options must be a table of names and values</source>
        <translation>die Optionen müssen eine Tabelle aus Namen und Werten sein</translation>
    </message>
    <message>
        <source>experiment {1} is on private data, where every run is reserved by itself: go on with it by `resume`</source>
        <translation>Experiment {1} ist auf privaten Daten, wo jeder Lauf für sich reserviert wird: bitte mit `resume` fortsetzen</translation>
    </message>
    <message>
        <source>the files of experiment {1} do not hold the rows it was started with; put them back to go on with it</source>
        <translation>die Dateien von Experiment {1} enthalten nicht die Zeilen, mit denen es begann; zum Fortsetzen bitte zurücklegen</translation>
    </message>
    <message>
        <source>{1} is empty</source>
        <translation>{1} ist leer</translation>
    </message>
    <message>
        <source>{1} is a Python pickle, which can run code when it is read and is never opened; {2}</source>
        <translation>{1} ist ein Python-Pickle; es kann beim Lesen Code ausführen und wird nie geöffnet. Auf Englisch steht, wie es sich umwandeln lässt: {2}</translation>
    </message>
    <message>
        <source>{1} is a PyTorch pickle, which can run code when it is read and is never opened; {2}</source>
        <translation>{1} ist ein PyTorch-Pickle; es kann beim Lesen Code ausführen und wird nie geöffnet. Auf Englisch steht, wie es sich umwandeln lässt: {2}</translation>
    </message>
    <message>
        <source>{1} holds pickled Python objects, which are never unpickled; {2}</source>
        <translation>{1} enthält Python-Objekte als Pickle; sie werden nie entpackt. Auf Englisch steht, wie es sich umwandeln lässt: {2}</translation>
    </message>
    <message>
        <source>{1} does not begin like a {2} file; it is damaged, truncated or of another format</source>
        <translation>{1} beginnt nicht wie eine {2}-Datei; sie ist beschädigt, abgeschnitten oder von anderem Format</translation>
    </message>
    <message>
        <source>{1} is of no known format; .npy, .npz, HDF5, safetensors, Parquet, Arrow and CSV or TSV can be read</source>
        <translation>{1} hat kein bekanntes Format; gelesen werden .npy, .npz, HDF5, safetensors, Parquet, Arrow und CSV oder TSV</translation>
    </message>
    <message>
        <source>{1} holds no arrays</source>
        <translation>{1} enthält keine Arrays</translation>
    </message>
    <message>
        <source>{1} holds several arrays; name one as {1}:KEY. Keys: {2}</source>
        <translation>{1} enthält mehrere Arrays; eines davon als {1}:SCHLÜSSEL nennen. Schlüssel: {2}</translation>
    </message>
    <message>
        <source>{1} is of no known format</source>
        <translation>{1} hat kein bekanntes Format</translation>
    </message>
    <message>
        <source>there is no file {1}; check the path</source>
        <translation>es gibt keine Datei {1}; bitte den Pfad prüfen</translation>
    </message>
    <message>
        <source>{1} cannot be read: {2}</source>
        <translation>{1} lässt sich nicht lesen: {2}</translation>
    </message>
    <message>
        <source>{1} became shorter or unreadable while it was being read; restore it and try again</source>
        <translation>{1} wurde beim Lesen kürzer oder unlesbar; bitte wiederherstellen und noch einmal versuchen</translation>
    </message>
    <message>
        <source>{1} ends before the bytes that its header promises</source>
        <translation>{1} endet vor den Bytes, die ihr Kopf verspricht</translation>
    </message>
    <message>
        <source>{1} needs {2} MB of memory to be unpacked, more than is free; store it uncompressed, as .npy or safetensors</source>
        <translation>{1} braucht zum Entpacken {2} MB Speicher, mehr als frei ist; bitte unkomprimiert speichern, als .npy oder safetensors</translation>
    </message>
    <message>
        <source>{1} needs more memory than there is to be unpacked</source>
        <translation>{1} braucht zum Entpacken mehr Speicher, als da ist</translation>
    </message>
    <message>
        <source>{1} is a text of private records, which must not tell their columns: name it as {1}:header if its first line names them, else as {1}:COLUMNS with their number</source>
        <translation>{1} ist ein Text mit privaten Datensätzen, die ihre Spalten nicht verraten dürfen: bitte als {1}:header angeben, wenn die erste Zeile sie benennt, sonst als {1}:SPALTEN mit deren Zahl</translation>
    </message>
    <message>
        <source>{1} is a text of private records, whose name must end in .csv, .tsv or .txt: what a file is must not be read off its records</source>
        <translation>{1} ist ein Text mit privaten Datensätzen, dessen Name auf .csv, .tsv oder .txt enden muss: Was eine Datei ist, darf nicht an ihren Datensätzen abgelesen werden</translation>
    </message>
    <message>
        <source>{1} does not end with a line end: its last record would be missing if it were empty; add one</source>
        <translation>{1} endet nicht mit einem Zeilenende: Der letzte Datensatz würde fehlen, wenn er leer wäre; bitte eines anfügen</translation>
    </message>
    <message>
        <source>{1} has {2} rows, {3} has {4} labels; if its first line is none, name it as {3}:header</source>
        <translation>{1} hat {2} Zeilen, {3} hat {4} Labels; ist die erste Zeile davon keines, bitte als {3}:header angeben</translation>
    </message>
    <message>
        <source>{1} is a text with one group a line; behind &apos;:&apos; stands &apos;header&apos;, if its first line is none, not &apos;{2}&apos;</source>
        <translation>{1} ist ein Text mit einer Gruppe je Zeile; hinter „:“ steht „header“, wenn die erste Zeile keine ist, nicht „{2}“</translation>
    </message>
    <message>
        <source>{1} cannot be listed: {2}</source>
        <translation>der Inhalt von {1} lässt sich nicht auflisten: {2}</translation>
    </message>
    <message>
        <source>{1} holds one array only, so it cannot be all the data; name features and labels with --train and --train-labels</source>
        <translation>{1} enthält nur ein Array und kann nicht alle Daten sein; bitte Merkmale und Labels einzeln nennen (--train und --train-labels)</translation>
    </message>
    <message>
        <source>{1} is a single number, not an array</source>
        <translation>{1} ist eine einzelne Zahl, kein Array</translation>
    </message>
    <message>
        <source>{1} is truncated: its header promises {2} bytes of values, {3} are there</source>
        <translation>{1} ist abgeschnitten: Der Kopf verspricht {2} Bytes an Werten, {3} sind da</translation>
    </message>
    <message>
        <source>an array of type {1} holds no numbers that can be read</source>
        <translation>ein Array vom Typ {1} enthält keine lesbaren Zahlen</translation>
    </message>
    <message>
        <source>{1} is truncated or damaged: only {2} of {3} bytes came out of it</source>
        <translation>{1} ist abgeschnitten oder beschädigt: Nur {2} von {3} Bytes kamen heraus</translation>
    </message>
    <message>
        <source>{1} could not be read: its reader&apos;s answer makes no sense; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Die Antwort des Leseprogramms ergibt keinen Sinn; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} cannot be read: the program {2} that reads such files does not lie beside {3}; install it there</source>
        <translation>{1} lässt sich nicht lesen: Das Programm {2}, das solche Dateien liest, liegt nicht neben {3}; bitte dort installieren</translation>
    </message>
    <message>
        <source>{1} could not be read: its reader made no progress for {2} s and was ended; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Das Leseprogramm kam {2} s lang nicht voran und wurde beendet; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} could not be read: its reader answered more than was asked for; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Das Leseprogramm antwortete mehr, als gefragt war; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} could not be read: its reader did not end; the file may be damaged</source>
        <translation>{1} ließ sich nicht lesen: Das Leseprogramm endete nicht; die Datei ist vielleicht beschädigt</translation>
    </message>
    <message>
        <source>{1} could not be read: {2}</source>
        <translation>{1} ließ sich nicht lesen: {2}</translation>
    </message>
    <message>
        <source>{1} holds one array without a name; leave out &apos;:{2}&apos;</source>
        <translation>{1} enthält ein Array ohne Namen; bitte „:{2}“ weglassen</translation>
    </message>
    <message>
        <source>{1} has a damaged .npy header; write the file again</source>
        <translation>{1} hat einen beschädigten .npy-Kopf; bitte die Datei neu schreiben</translation>
    </message>
    <message>
        <source>{1} holds records with named fields, not a plain array; save one array per field</source>
        <translation>{1} enthält Sätze mit benannten Feldern, kein einfaches Array; bitte je Feld ein Array speichern</translation>
    </message>
    <message>
        <source>{1} is truncated: it ends inside its .npy header</source>
        <translation>{1} ist abgeschnitten: Die Datei endet im .npy-Kopf</translation>
    </message>
    <message>
        <source>{1} does not begin like a .npy file; it is damaged or of another format</source>
        <translation>{1} beginnt nicht wie eine .npy-Datei; sie ist beschädigt oder von anderem Format</translation>
    </message>
    <message>
        <source>{1} is a .npy file of version {2}; versions 1 to 3 are known</source>
        <translation>{1} ist eine .npy-Datei der Version {2}; bekannt sind die Versionen 1 bis 3</translation>
    </message>
    <message>
        <source>{1} is truncated or damaged: its header claims {2} bytes</source>
        <translation>{1} ist abgeschnitten oder beschädigt: Der Kopf gibt {2} Bytes an</translation>
    </message>
    <message>
        <source>{1} is no sound .npz archive ({2}); write it again</source>
        <translation>{1} ist kein heiles .npz-Archiv ({2}); bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1} has a damaged directory; write it again</source>
        <translation>{1} hat ein beschädigtes Verzeichnis; bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1} holds two arrays of the name {2}; write it again</source>
        <translation>{1} enthält zwei Felder namens {2}; bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1}:{2} is encrypted; decrypt it first</source>
        <translation>{1}:{2} ist verschlüsselt; bitte erst entschlüsseln</translation>
    </message>
    <message>
        <source>{1}:{2} claims more bytes than its packed data can hold</source>
        <translation>{1}:{2} gibt mehr Bytes an, als die gepackten Daten enthalten können</translation>
    </message>
    <message>
        <source>{1}:{2} cannot be unpacked: {3}</source>
        <translation>{1}:{2} lässt sich nicht entpacken: {3}</translation>
    </message>
    <message>
        <source>{1} is truncated or damaged inside its archive; write it again</source>
        <translation>{1} ist im Archiv abgeschnitten oder beschädigt; bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1} is damaged inside its archive (wrong length or checksum); write it again</source>
        <translation>{1} ist im Archiv beschädigt (falsche Länge oder Prüfsumme); bitte neu schreiben</translation>
    </message>
    <message>
        <source>{1} is damaged: its header promises {2} bytes of values, the archive holds {3}</source>
        <translation>{1} ist beschädigt: Der Kopf verspricht {2} Bytes an Werten, das Archiv enthält {3}</translation>
    </message>
    <message>
        <source>{1} has a damaged safetensors header: {2}</source>
        <translation>{1} hat einen beschädigten safetensors-Kopf: {2}</translation>
    </message>
    <message>
        <source>{1} is truncated: its header promises values up to byte {2}, the file ends after {3}</source>
        <translation>{1} ist abgeschnitten: Der Kopf verspricht Werte bis Byte {2}, die Datei endet nach {3}</translation>
    </message>
    <message>
        <source>{1} is truncated: it ends inside its safetensors header</source>
        <translation>{1} ist abgeschnitten: Die Datei endet im safetensors-Kopf</translation>
    </message>
    <message>
        <source>{1} has one axis; features need rows and columns (for one number a record: reshape it to N x 1)</source>
        <translation>{1} hat eine Achse; Merkmale brauchen Zeilen und Spalten (für eine Zahl je Datensatz: zu N x 1 umformen)</translation>
    </message>
    <message>
        <source>{1} has no rows</source>
        <translation>{1} hat keine Zeilen</translation>
    </message>
    <message>
        <source>{1} has rows without values ({2})</source>
        <translation>{1} hat Zeilen ohne Werte ({2})</translation>
    </message>
    <message>
        <source>{1} holds labels of type {2}; labels are integers, save them with .astype(int)</source>
        <translation>{1} enthält Labels vom Typ {2}; Labels sind ganze Zahlen, bitte mit .astype(int) speichern</translation>
    </message>
    <message>
        <source>{1} has the shape {2}; labels are one integer a record, or, with --labels-per-record, lists or one column a class</source>
        <translation>{1} hat die Form {2}; Labels sind eine ganze Zahl je Datensatz oder, mit --labels-per-record, Listen oder eine Spalte je Klasse</translation>
    </message>
    <message>
        <source>{1} has {2} rows, {3} has {4} labels; they must be as many</source>
        <translation>{1} hat {2} Zeilen, {3} hat {4} Labels; es müssen gleich viele sein</translation>
    </message>
    <message>
        <source>{1} does not have as many rows as {2} has labels; they must be as many</source>
        <translation>{1} hat nicht so viele Zeilen wie {2} Labels; es müssen gleich viele sein</translation>
    </message>
    <message>
        <source>{1} does not have as many rows as {2} has ids; they must be as many</source>
        <translation>{1} hat nicht so viele Zeilen wie {2} IDs; es müssen gleich viele sein</translation>
    </message>
    <message>
        <source>no row of {1} falls into this part; split it by other fractions</source>
        <translation>keine Zeile von {1} fällt in diesen Teil; bitte nach anderen Anteilen aufteilen</translation>
    </message>
    <message>
        <source>{1} has rows of {2} values, {3} of {4}; both must come from the same encoder</source>
        <translation>{1} hat Zeilen von {2} Werten, {3} von {4}; beide müssen vom selben Encoder kommen</translation>
    </message>
    <message>
        <source>{1} is a folder; name a file in it</source>
        <translation>{1} ist ein Ordner; bitte eine Datei darin nennen</translation>
    </message>
    <message>
        <source>a .csv file holds linear classifiers only; export to .safetensors, .npz or .onnx</source>
        <translation>eine .csv-Datei fasst nur lineare Klassifikatoren; bitte als .safetensors, .npz oder .onnx exportieren</translation>
    </message>
    <message>
        <source>{1} is no label map: it should be a JSON object like {&quot;0&quot;: 3, &quot;1&quot;: &quot;ignored&quot;}</source>
        <translation>{1} ist keine Label-Zuordnung: Erwartet wird ein JSON-Objekt wie {&quot;0&quot;: 3, &quot;1&quot;: &quot;ignored&quot;}</translation>
    </message>
    <message>
        <source>{1} is no label map: a line is not of the form LABEL,CLASS</source>
        <translation>{1} ist keine Label-Zuordnung: Eine Zeile hat nicht die Form LABEL,KLASSE</translation>
    </message>
    <message>
        <source>{1} should hold one integer a record, the number of its group</source>
        <translation>{1} soll eine ganze Zahl je Datensatz enthalten, die Nummer seiner Gruppe</translation>
    </message>
    <message>
        <source>there are {1} rows to evaluate, but {2} labels</source>
        <translation>es gibt {1} Zeilen zu testen, aber {2} Labels</translation>
    </message>
    <message>
        <source>there are {1} rows to evaluate, but groups for {2}</source>
        <translation>es gibt {1} Zeilen zu testen, aber Gruppen für {2}</translation>
    </message>
    <message>
        <source>a label lies outside 0..{1}; a --label-map tells what labels mean</source>
        <translation>ein Label liegt außerhalb von 0..{1}; eine Label-Zuordnung sagt, was Labels bedeuten</translation>
    </message>
    <message>
        <source>{1} is an empty label map</source>
        <translation>{1} ist eine leere Label-Zuordnung</translation>
    </message>
    <message>
        <source>{1} names the groups of {2} records, there are {3}</source>
        <translation>{1} nennt die Gruppen von {2} Datensätzen, es gibt {3}</translation>
    </message>
    <message>
        <source>the features have rows of {1} values, the classifier takes {2}; use the encoder that it was trained with</source>
        <translation>die Merkmale haben Zeilen von {1} Werten, der Klassifikator nimmt {2}; bitte den Encoder benutzen, mit dem er trainiert wurde</translation>
    </message>
    <message>
        <source>nothing is left of the budget of the {1} part</source>
        <translation>vom Budget des Teils „{1}“ ist nichts übrig</translation>
    </message>
    <message>
        <source>the project has no private dataset whose budget could pay for looking at private rows</source>
        <translation>das Projekt hat keine privaten Daten, deren Budget den Blick auf private Zeilen bezahlen könnte</translation>
    </message>
    <message>
        <source>{1}: exact counts of these rows may not be shown; a project&apos;s own runs charge and release a test accuracy</source>
        <translation>{1}: genaue Zahlen dieser Zeilen dürfen nicht gezeigt werden; die Läufe eines Projekts belasten sein Budget und geben eine Testgenauigkeit frei</translation>
    </message>
    <message>
        <source>these rows can&apos;t be used as they were declared; the reason is for the curator alone, on standard error or among the window&apos;s notices; --linked-to PROJECT[:PART] declares rows that are also another project&apos;s; nothing was spent</source>
        <translation>diese Zeilen können nicht so verwendet werden, wie sie erklärt wurden; der Grund ist allein für den Kurator, auf der Fehlerausgabe oder unter den Hinweisen des Fensters; --linked-to PROJEKT[:TEIL] erklärt Zeilen, die auch die eines anderen Projekts sind; es wurde nichts ausgegeben</translation>
    </message>
    <message>
        <source>{1}; what --linked-to and --leave-out said of these rows stays declared</source>
        <translation>{1}; was --linked-to und --leave-out von diesen Zeilen sagten, bleibt erklärt</translation>
    </message>
    <message>
        <source>--linked-to: your registry knows no part of these names of that project; declare its rows here first, with &apos;parsimony-cli budget declare&apos;, or name another part after a colon</source>
        <translation>--linked-to: das Register kennt keinen Teil dieses Projekts unter diesen Namen; seine Zeilen zuerst hier anmelden, mit „parsimony-cli budget declare“, oder nach einem Doppelpunkt einen anderen Teil nennen</translation>
    </message>
    <message>
        <source>--linked-to: your registry knows no part &apos;{1}&apos; of that project; declare its rows here first, with &apos;parsimony-cli budget declare&apos;, or name another</source>
        <translation>--linked-to: das Register kennt keinen Teil „{1}“ dieses Projekts; seine Zeilen zuerst hier anmelden, mit „parsimony-cli budget declare“, oder einen anderen nennen</translation>
    </message>
    <message>
        <source>the registry knows something of these rows that stands against signing; the reason is for the curator alone, on standard error; nothing is signed</source>
        <translation>das Register weiß etwas von diesen Zeilen, das gegen eine Unterschrift spricht; der Grund ist allein für den Kurator, auf der Fehlerausgabe; es wird nichts unterschrieben</translation>
    </message>
    <message>
        <source>the project &apos;{1}&apos; is read-only or a copy made for sharing; go on with the original, in a folder you may write to</source>
        <translation>das Projekt „{1}“ ist schreibgeschützt oder eine Kopie zum Weitergeben; bitte mit dem Original weitermachen, in einem beschreibbaren Ordner</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is damaged: its first row does not name the project; restore it from a copy</source>
        <translation>„{1}“ ist beschädigt: Die erste Zeile nennt das Projekt nicht; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>there is no folder &apos;{1}&apos; for the project &apos;{2}&apos;; make it first</source>
        <translation>es gibt keinen Ordner „{1}“ für das Projekt „{2}“; bitte erst anlegen</translation>
    </message>
    <message>
        <source>can&apos;t make the project &apos;{1}&apos;: {2}</source>
        <translation>das Projekt „{1}“ lässt sich nicht anlegen: {2}</translation>
    </message>
    <message>
        <source>raising a cap needs a reason; give one with --reason</source>
        <translation>eine Obergrenze anzuheben braucht eine Begründung</translation>
    </message>
    <message>
        <source>the cap of dataset &apos;{1}&apos; is ε = {2} already: a raise must be above it, not {3}</source>
        <translation>die Obergrenze der Daten „{1}“ ist schon ε = {2}: Eine Anhebung muss darüber liegen, nicht bei {3}</translation>
    </message>
    <message>
        <source>the project has no dataset yet, so there is no budget to raise</source>
        <translation>das Projekt hat noch keine Daten, also gibt es kein Budget anzuheben</translation>
    </message>
    <message>
        <source>there is no project &apos;{1}&apos;; check its name, or begin one with a run</source>
        <translation>es gibt kein Projekt „{1}“; bitte den Namen prüfen oder mit einem Lauf eines beginnen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project: it is no file; choose another</source>
        <translation>„{1}“ ist kein Parsimony-Projekt: Es ist keine Datei; bitte eine andere wählen</translation>
    </message>
    <message>
        <source>the project &apos;{1}&apos; can&apos;t be read: {2}</source>
        <translation>das Projekt „{1}“ lässt sich nicht lesen: {2}</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project; choose another file</source>
        <translation>„{1}“ ist kein Parsimony-Projekt; bitte eine andere Datei wählen</translation>
    </message>
    <message>
        <source>row {1} of &apos;{2}&apos; is of a kind that this version of Parsimony does not know: &apos;{3}&apos;; a newer version wrote it, update Parsimony</source>
        <translation>Zeile {1} von „{2}“ ist von einer Art, die diese Version von Parsimony nicht kennt: „{3}“; eine neuere Version hat sie geschrieben, bitte Parsimony aktualisieren</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; was written by a newer version of Parsimony (format {2}, this one reads {3}); update Parsimony</source>
        <translation>„{1}“ wurde von einer neueren Version von Parsimony geschrieben (Format {2}, diese liest {3}); bitte Parsimony aktualisieren</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; was tampered with: its &apos;{2}&apos; is no plain table; restore it from a copy</source>
        <translation>„{1}“ wurde verändert: „{2}“ darin ist keine einfache Tabelle; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; was tampered with: a trigger that is not Parsimony&apos;s would run at each row that is written; restore it from a copy</source>
        <translation>„{1}“ wurde verändert: Ein Trigger, der nicht von Parsimony ist, liefe bei jeder geschriebenen Zeile; bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project: its format number is wrong; choose another file</source>
        <translation>„{1}“ ist kein Parsimony-Projekt: Die Formatnummer stimmt nicht; bitte eine andere Datei wählen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has no trial {2}; trials lists what there is</source>
        <translation>„{1}“ hat keinen Versuch {2}</translation>
    </message>
    <message>
        <source>released values in &apos;{1}&apos; are damaged: they don&apos;t match their hash; restore it</source>
        <translation>veröffentlichte Werte in „{1}“ sind beschädigt: Sie passen nicht zu ihrem Hash; bitte wiederherstellen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not a Parsimony project or registry: it is no SQLite file; choose another file</source>
        <translation>„{1}“ ist weder Projekt noch Register von Parsimony: keine SQLite-Datei; bitte eine andere Datei wählen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is locked: another process kept it for 30 seconds; try again when that one is done</source>
        <translation>„{1}“ ist gesperrt: Ein anderer Prozess hielt es 30 Sekunden lang; bitte noch einmal versuchen, wenn er fertig ist</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; can&apos;t be written ({2}); copy it to a folder you may write to</source>
        <translation>„{1}“ lässt sich nicht schreiben ({2}); bitte in einen beschreibbaren Ordner kopieren</translation>
    </message>
    <message>
        <source>no space left on the disk of &apos;{1}&apos;; free some and try again, nothing was lost</source>
        <translation>auf dem Datenträger von „{1}“ ist kein Platz mehr; bitte Platz schaffen und noch einmal versuchen, nichts ging verloren</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is damaged ({2}); restore it from a copy</source>
        <translation>„{1}“ ist beschädigt ({2}); bitte aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>can&apos;t open &apos;{1}&apos; ({2}); check that the folder exists and may be read</source>
        <translation>„{1}“ lässt sich nicht öffnen ({2}); bitte prüfen, ob der Ordner da und lesbar ist</translation>
    </message>
    <message>
        <source>reading or writing &apos;{1}&apos; failed ({2}); check the disk and its free space</source>
        <translation>Lesen oder Schreiben von „{1}“ scheiterte ({2}); bitte Datenträger und freien Platz prüfen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; refused a change ({2}): its history can only be added to</source>
        <translation>„{1}“ hat eine Änderung abgelehnt ({2}): Der Verlauf lässt sich nur ergänzen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not laid out as this version of Parsimony expects ({2}); open it with the version that wrote it, or restore it from a copy</source>
        <translation>„{1}“ ist nicht so aufgebaut, wie diese Version von Parsimony es erwartet ({2}); bitte mit der Version öffnen, die es schrieb, oder aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>the events of this experiment cost ε = {1} on {2}, more than the ε = {3} it takes; nothing was spent</source>
        <translation>die Ereignisse dieses Experiments kosten ε = {1} auf {2}, mehr als die ε = {3}, die es nimmt; nichts wurde ausgegeben</translation>
    </message>
    <message>
        <source>experiment {1} reserved too little of {2} for this trial; nothing was spent</source>
        <translation>Experiment {1} hat für diesen Versuch zu wenig von {2} reserviert; nichts wurde ausgegeben</translation>
    </message>
    <message>
        <source>no noise multiplier is large enough: there is no budget left for this release</source>
        <translation>kein Rauschfaktor ist groß genug: Für diese Veröffentlichung ist kein Budget mehr da</translation>
    </message>
    <message>
        <source>an account of kind gaussian takes Gaussian releases only; sub-sampled mechanisms and private selection need an account of kind slices</source>
        <translation>ein Konto der Art „gaussian“ nimmt nur Gaußsche Veröffentlichungen; unterabgetastete Mechanismen und private Auswahl brauchen ein Konto der Art „slices“</translation>
    </message>
    <message>
        <source>a release without noise costs an infinite epsilon, so no account can pay for it</source>
        <translation>eine Veröffentlichung ohne Rauschen kostet unendlich viel ε, kein Konto kann sie bezahlen</translation>
    </message>
    <message>
        <source>no run of a private selection fits epsilon = {1} with this family and mean of runs: lower --runs-mean or raise the budget</source>
        <translation>kein Lauf einer privaten Auswahl passt mit dieser Familie und mittleren Zahl von Läufen in ε = {1}: bitte weniger Läufe (--runs-mean) oder mehr Budget</translation>
    </message>
    <message>
        <source>the train part&apos;s budget of epsilon = {1} is used up: raise the cap, if that can be justified</source>
        <translation>das Budget des Trainingsteils von ε = {1} ist aufgebraucht: bitte die Obergrenze anheben, wenn sich das rechtfertigen lässt</translation>
    </message>
    <message>
        <source>the train part&apos;s account adds up Gaussian releases only (its first experiment fixed that), and a sub-sampled trainer or a private selection needs slices: use full batches (--sample-rate 1) and a method whose every run is charged, or another dataset</source>
        <translation>das Konto des Trainingsteils addiert nur Gaußsche Veröffentlichungen (sein erstes Experiment hat das festgelegt), und ein unterabgetasteter Trainer oder eine private Auswahl braucht Scheiben: bitte alle Zeilen je Schritt (--sample-rate 1) und eine Methode, die jeden Lauf belastet, oder andere Daten</translation>
    </message>
    <message>
        <source>--experiment-epsilon {1} is more than the train part has left, so ask for less ({2})</source>
        <translation>das Experiment nimmt ε = {1}, mehr als der Trainingsteil noch hat; bitte weniger nehmen ({2})</translation>
    </message>
    <message>
        <source>--test-epsilon {1}: nothing is left of the test part&apos;s budget of epsilon = {2}; leave it out, and there is no figure of that part, or raise the cap</source>
        <translation>--test-epsilon {1}: vom Budget des Testteils von Epsilon = {2} ist nichts übrig; bitte weglassen, dann gibt es keine Zahl von diesem Teil, oder die Obergrenze anheben</translation>
    </message>
    <message>
        <source>--test-epsilon {1} is more than the test part has left, so ask for less ({2})</source>
        <translation>der Blick auf den Testteil nimmt ε = {1}, mehr als er noch hat; bitte weniger nehmen ({2})</translation>
    </message>
    <message>
        <source>the validation part&apos;s budget is used up: use --score noisy</source>
        <translation>das Budget des Validierungsteils ist aufgebraucht: bitte --score noisy nehmen</translation>
    </message>
    <message>
        <source>--delta is needed: the dataset&apos;s total privacy budget is a pair (epsilon, delta)</source>
        <translation>δ fehlt: Das gesamte Privatsphäre-Budget der Daten ist ein Paar (ε, δ)</translation>
    </message>
    <message>
        <source>--trials must be at least 1</source>
        <translation>die Zahl der Versuche muss mindestens 1 sein</translation>
    </message>
    <message>
        <source>--steps: a run needs at least one step</source>
        <translation>ein Lauf braucht mindestens einen Schritt (--steps)</translation>
    </message>
    <message>
        <source>a fit of degree {1} needs at least {2} phases with different budgets, not {3}: give more in --phase-epsilons</source>
        <translation>eine Anpassung vom Grad {1} braucht mindestens {2} Phasen mit verschiedenen Budgets, nicht {3}: bitte mehr Phasen</translation>
    </message>
    <message>
        <source>--mean private needs --mean-epsilon, what the mean may take of the experiment</source>
        <translation>--mean private braucht --mean-epsilon: was der Mittelwert vom Experiment nehmen darf</translation>
    </message>
    <message>
        <source>--score exact is for public data only: choosing by an exact count has no (epsilon, delta) guarantee</source>
        <translation>exakte Bewertungen (--score exact) gibt es nur auf öffentlichen Daten: Für eine Wahl nach genauer Zählung gilt kein (ε, δ)</translation>
    </message>
    <message>
        <source>--score validation needs a validation part: give --validation and --validation-labels</source>
        <translation>--score validation braucht einen Validierungsteil: bitte unter Daten wählen</translation>
    </message>
    <message>
        <source>--seed is for public data only: whoever knows the seed can subtract the noise</source>
        <translation>einen Seed gibt es nur auf öffentlichen Daten: Wer ihn kennt, kann das Rauschen abziehen</translation>
    </message>
    <message>
        <source>--method oracle is for public data only: its choice by uncharged scores has no (epsilon, delta) guarantee</source>
        <translation>--method oracle gibt es nur auf öffentlichen Daten: Für eine Wahl nach unbelasteten Bewertungen gilt kein (ε, δ)</translation>
    </message>
    <message>
        <source>--trainer {1} works on the linear head only; use --head linear</source>
        <translation>--trainer {1} arbeitet nur mit dem linearen Kopf; bitte --head linear</translation>
    </message>
    <message>
        <source>--sample-rate is for {1}; {2} reads every record</source>
        <translation>--sample-rate ist für {1}; {2} liest jeden Datensatz</translation>
    </message>
    <message>
        <source>--sample-rate must lie above 0 and be at most 1, not {1}</source>
        <translation>--sample-rate muss über 0 und höchstens bei 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--momentum must be below 1, not {1}</source>
        <translation>--momentum muss unter 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--max-grad-norm must be at most 1e20, not {1}</source>
        <translation>--max-grad-norm darf höchstens 1e20 sein, nicht {1}</translation>
    </message>
    <message>
        <source>--gram-fraction must lie between 0 and 1, not {1}</source>
        <translation>--gram-fraction muss zwischen 0 und 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--alpha must lie in 0..1e6, not {1}</source>
        <translation>--alpha muss in 0..1e6 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>{1} takes {2} hidden layers at most</source>
        <translation>{1} nimmt höchstens {2} verborgene Schichten</translation>
    </message>
    <message>
        <source>--head {1} has more than {2} weights between two hidden layers: take fewer units</source>
        <translation>--head {1} hat mehr als {2} Gewichte zwischen zwei verborgenen Schichten: bitte weniger Einheiten nehmen</translation>
    </message>
    <message>
        <source>--alpha keeps a matrix of {1} × {1} numbers for each of {2} classes, {3} MB in all, more than is free: leave it out, which takes one matrix for all classes</source>
        <translation>--alpha hält für jede der {2} Klassen eine Matrix von {1} × {1} Zahlen, zusammen {3} MB und mehr, als frei ist: bitte weglassen, dann gibt es eine Matrix für alle Klassen</translation>
    </message>
    <message>
        <source>--trainer {1} has no learning rate to lower; leave out --lr-decay</source>
        <translation>--trainer {1} hat keine Lernrate, die fallen könnte; bitte --lr-decay weglassen</translation>
    </message>
    <message>
        <source>--init-bias needs --bias</source>
        <translation>--init-bias braucht --bias</translation>
    </message>
    <message>
        <source>--head hidden:H needs --init he: from zero weights no gradient flows</source>
        <translation>--head hidden:H braucht --init he: Von Nullgewichten fließt kein Gradient</translation>
    </message>
    <message>
        <source>--runs-mean must lie in 1..10000, not {1}</source>
        <translation>--runs-mean muss zwischen 1 und 10000 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>--subset-fraction must lie between 0 and 1, not {1}</source>
        <translation>--subset-fraction muss zwischen 0 und 1 liegen, nicht bei {1}</translation>
    </message>
    <message>
        <source>koskela-kulkarni draws the tuning set row by row, so its guarantee does not hold for people with several rows: use another --method</source>
        <translation>koskela-kulkarni zieht die Suchmenge Zeile für Zeile, seine Garantie gilt nicht für Personen mit mehreren Zeilen: bitte eine andere Methode</translation>
    </message>
    <message>
        <source>--device {1} cannot be used: this program has no CUDA backend; use --device cpu</source>
        <translation>--device {1} geht nicht: Dieses Programm hat kein CUDA-Backend; bitte --device cpu</translation>
    </message>
    <message>
        <source>--instructions {1} are those of a processor; leave them out with --device {2}</source>
        <translation>--instructions {1} sind die eines Prozessors; bei --device {2} bitte weglassen</translation>
    </message>
    <message>
        <source>--device must be auto, cpu, cuda, cuda:N, cuda:N,M or cuda:all, not &quot;{1}&quot;</source>
        <translation>--device ist auto, cpu, cuda, cuda:N, cuda:N,M oder cuda:all, nicht „{1}“</translation>
    </message>
    <message>
        <source>--device {1} is for public data only: nothing is known of the rounding of its sums; use --device cpu</source>
        <translation>--device {1} ist nur für öffentliche Daten: Über die Rundung seiner Summen ist nichts bekannt; bitte --device cpu</translation>
    </message>
    <message>
        <source>--device {1} failed the check that a run on private data needs ({2}); nothing is spent, use --device cpu</source>
        <translation>--device {1} hat die Prüfung nicht bestanden, die ein Lauf auf privaten Daten braucht ({2}); nichts wurde ausgegeben, bitte --device cpu</translation>
    </message>
    <message>
        <source>refused, nothing was spent: {1} has not enough budget left (requested epsilon {2}, remaining {3}, missing {4}); ask for less, or raise the cap</source>
        <translation>abgelehnt, nichts wurde ausgegeben: Das Budget reicht nicht ({1}; verlangt ε = {2}, übrig {3}, es fehlen {4}); bitte weniger verlangen oder die Obergrenze anheben</translation>
    </message>
    <message>
        <source>refused, nothing was spent: {1} has not enough delta left: {2} of {3} asked for (requested epsilon {4}, remaining {5}, missing {6}); ask for less, or raise the cap</source>
        <translation>abgelehnt, nichts wurde ausgegeben: δ reicht nicht ({1}): {2} von {3}, die verlangt sind (verlangt ε = {4}, übrig {5}, es fehlen {6}); bitte weniger verlangen oder die Obergrenze anheben</translation>
    </message>
    <message>
        <source>the phases cost epsilon = {1}, more than the {2} there are by {3}, and leave nothing for the final run: lower --phase-epsilons or --trials</source>
        <translation>die Phasen kosten ε = {1}, um {3} mehr als die {2}, die da sind, und lassen dem letzten Lauf nichts: bitte ε der Phasen oder die Zahl der Versuche senken</translation>
    </message>
    <message>
        <source>the phases cost epsilon = {1}, all there is, and leave nothing for the final run: lower --phase-epsilons or --trials</source>
        <translation>die Phasen kosten ε = {1}, alles, was da ist, und lassen dem letzten Lauf nichts: bitte ε der Phasen oder die Zahl der Versuche senken</translation>
    </message>
    <message>
        <source>{1} has no array &apos;{2}&apos;. Keys: {3}</source>
        <translation>{1} hat kein Array „{2}“. Schlüssel: {3}</translation>
    </message>
    <message>
        <source>{1} has no array &apos;{2}&apos;; did you mean &apos;{3}&apos;? Keys: {4}</source>
        <translation>{1} hat kein Array „{2}“; gemeint vielleicht „{3}“? Schlüssel: {4}</translation>
    </message>
    <message>
        <source>no project is open</source>
        <translation>es ist kein Projekt offen</translation>
    </message>
    <message>
        <source>not enough memory for this: close other programs or use a smaller file</source>
        <translation>dafür reicht der Speicher nicht: bitte andere Programme schließen oder eine kleinere Datei nehmen</translation>
    </message>
    <message>
        <source>{1} must be a whole number from {2} to {3}, not {4}</source>
        <translation>{1} muss eine ganze Zahl von {2} bis {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a whole number of at least {2}, not {3}</source>
        <translation>{1} muss eine ganze Zahl von mindestens {2} sein, nicht {3}</translation>
    </message>
    <message>
        <source>{1} must be a finite number, not {2}</source>
        <translation>{1} muss eine endliche Zahl sein, nicht {2}</translation>
    </message>
    <message>
        <source>{1} must be a number above {2}, not {3}</source>
        <translation>{1} muss eine Zahl über {2} sein, nicht {3}</translation>
    </message>
    <message>
        <source>{1} must be a number of at least {2}, not {3}</source>
        <translation>{1} muss eine Zahl von mindestens {2} sein, nicht {3}</translation>
    </message>
    <message>
        <source>{1} must be a number above {2} and below {3}, not {4}</source>
        <translation>{1} muss eine Zahl über {2} und unter {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a number above {2} and at most {3}, not {4}</source>
        <translation>{1} muss eine Zahl über {2} und höchstens {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a number of at least {2} and below {3}, not {4}</source>
        <translation>{1} muss eine Zahl von mindestens {2} und unter {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1} must be a number from {2} to {3}, not {4}</source>
        <translation>{1} muss eine Zahl von {2} bis {3} sein, nicht {4}</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is not a whole number</source>
        <translation>{1}: „{2}“ ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>{1} cannot be a prior: its rows are not public</source>
        <translation>{1} kann kein --prior sein: seine Zeilen sind nicht öffentlich</translation>
    </message>
    <message>
        <source>{1}: {2} may be meant for {3}; the decimal mark is a point, and a list of the two is written {2}.0</source>
        <translation>{1}: Mit {2} kann {3} gemeint sein; das Dezimalzeichen ist der Punkt, und eine Liste der beiden schreibt sich {2}.0</translation>
    </message>
    <message>
        <source>{1}: a list is written [{2}]; the decimal mark is a point</source>
        <translation>{1}: Eine Liste schreibt sich [{2}]; das Dezimalzeichen ist der Punkt</translation>
    </message>
    <message>
        <source>{1}: {2} is a list of two numbers; the decimal mark is a point</source>
        <translation>{1}: {2} ist eine Liste aus zwei Zahlen; das Dezimalzeichen ist der Punkt</translation>
    </message>
    <message>
        <source>{1}: what stands behind &apos;:&apos; are the features; name the column of the labels with --label-column</source>
        <translation>{1}: hinter „:“ stehen die Merkmale; bitte die Spalte der Labels mit --label-column nennen</translation>
    </message>
    <message>
        <source>{1}: {2} is too large; at most {3}</source>
        <translation>{1}: {2} ist zu groß; höchstens {3}</translation>
    </message>
    <message>
        <source>{1} must be true or false, not &apos;{2}&apos;</source>
        <translation>{1} muss true oder false sein, nicht „{2}“</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is not NAME=FEATURES,LABELS[,IDS]</source>
        <translation>{1}: „{2}“ ist nicht NAME=MERKMALE,LABELS[,KENNUNGEN]</translation>
    </message>
    <message>
        <source>{1}: the name &apos;{2}&apos; is given twice</source>
        <translation>{1}: der Name „{2}“ steht zweimal da</translation>
    </message>
    <message>
        <source>{1} does not hold lists of {2} numbers; it has the shape {3}</source>
        <translation>{1} enthält keine Listen von {2} Zahlen; die Form ist {3}</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is not FEATURES,LABELS</source>
        <translation>{1}: &apos;{2}&apos; ist nicht MERKMALE,KLASSEN</translation>
    </message>
    <message>
        <source>--prior makes the weights that a linear classifier starts from; leave out {1}</source>
        <translation>--prior macht die Gewichte, bei denen ein linearer Klassifikator beginnt; bitte {1} weglassen</translation>
    </message>
    <message>
        <source>class means of rows are the weights of a linear classifier alone</source>
        <translation>Klassenmittel von Zeilen sind nur die Gewichte eines linearen Klassifikators</translation>
    </message>
    <message>
        <source>no row of --prior has a label that is one of the classes</source>
        <translation>keine Zeile von --prior hat eine Klasse, die es gibt</translation>
    </message>
    <message>
        <source>{1} does not step from a start; leave out --prior</source>
        <translation>{1} geht nicht in Schritten von einem Anfang aus; bitte --prior weglassen</translation>
    </message>
    <message>
        <source>{1} holds lists of any length; say how many numbers each has, as {1}/768</source>
        <translation>{1} enthält Listen beliebiger Länge; bitte angeben, wie viele Zahlen jede hat, etwa {1}/768</translation>
    </message>
    <message>
        <source>{1} holds no numbers but {2}; name it as the column of labels or ids, or the column of features, as {3}:COLUMN</source>
        <translation>{1} enthält keine Zahlen, sondern {2}; bitte als Spalte der Klassen oder Kennungen nennen, oder die Spalte der Merkmale als {3}:SPALTE</translation>
    </message>
    <message>
        <source>{1} holds text of varying length; save ids as integers or as text of a fixed length (.astype(&apos;S&apos;))</source>
        <translation>{1} enthält Text wechselnder Länge; Kennungen als ganze Zahlen oder als Text fester Länge speichern (.astype(&apos;S&apos;))</translation>
    </message>
    <message>
        <source>{1} holds ids of type {2}; ids are integers or text</source>
        <translation>{1} enthält Kennungen vom Typ {2}; Kennungen sind ganze Zahlen oder Text</translation>
    </message>
    <message>
        <source>{1} has the shape {2}; ids are one a record</source>
        <translation>{1} hat die Form {2}; je Datensatz gibt es eine Kennung</translation>
    </message>
    <message>
        <source>{1} is a table; name the column with the ids, as {1}:COLUMN</source>
        <translation>{1} ist eine Tabelle; bitte die Spalte mit den Kennungen nennen, als {1}:SPALTE</translation>
    </message>
    <message>
        <source>{1} has no column &apos;{2}&apos;</source>
        <translation>{1} hat keine Spalte „{2}“</translation>
    </message>
    <message>
        <source>the first line of {1} names the columns: {2}</source>
        <translation>die erste Zeile von {1} nennt die Spalten: {2}</translation>
    </message>
    <message>
        <source>{1} has no column &apos;{2}&apos;. Columns: {3}</source>
        <translation>{1} hat keine Spalte „{2}“. Spalten: {3}</translation>
    </message>
    <message>
        <source>{1} has no column &apos;{2}&apos;; did you mean &apos;{3}&apos;? Columns: {4}</source>
        <translation>{1} hat keine Spalte „{2}“; ist „{3}“ gemeint? Spalten: {4}</translation>
    </message>
    <message>
        <source>{1} has two columns &apos;{2}&apos;; rename one</source>
        <translation>{1} hat zwei Spalten „{2}“; bitte eine umbenennen</translation>
    </message>
    <message>
        <source>a column named &apos;{1}&apos; cannot be told from what else stands behind &apos;:&apos;; rename it</source>
        <translation>eine Spalte namens „{1}“ ist von dem, was sonst hinter „:“ steht, nicht zu unterscheiden; bitte umbenennen</translation>
    </message>
    <message>
        <source>{1} names its columns in its first line, so it is no table of {2} columns without names; leave &apos;:{2}&apos; out</source>
        <translation>{1} nennt ihre Spalten in der ersten Zeile und ist also keine Tabelle von {2} Spalten ohne Namen; bitte „:{2}“ weglassen</translation>
    </message>
    <message>
        <source>the columns of {1} are not those of {2}, or in another order: feature {3} differs</source>
        <translation>die Spalten von {1} sind nicht die von {2} oder stehen in anderer Reihenfolge: Merkmal {3} ist ein anderes</translation>
    </message>
    <message>
        <source>{1} has no line that names its columns</source>
        <translation>{1} hat keine Zeile, die ihre Spalten nennt</translation>
    </message>
    <message>
        <source>column {1} of {2} has no name; if it numbers the rows, write the table without it (pandas: index=False)</source>
        <translation>Spalte {1} von {2} hat keinen Namen; wenn sie die Zeilen zählt, die Tabelle bitte ohne sie schreiben (pandas: index=False)</translation>
    </message>
    <message>
        <source>{1} is a text table; behind &apos;:&apos; stands &apos;header&apos;, if its first line names the columns, one of these names, or the number of columns, not &apos;{2}&apos;</source>
        <translation>{1} ist eine Tabelle als Text; hinter „:“ steht „header“, wenn ihre erste Zeile die Spalten nennt, einer dieser Namen oder die Zahl der Spalten, nicht „{2}“</translation>
    </message>
    <message>
        <source>{1}: line {2} is empty; it should hold the name of class {3}</source>
        <translation>{1}: Zeile {2} ist leer; dort sollte der Name der Klasse {3} stehen</translation>
    </message>
    <message>
        <source>{1}: line {2} is no text in UTF-8; save the names of the classes as UTF-8, one a line</source>
        <translation>{1}: Zeile {2} ist kein Text in UTF-8; bitte die Namen der Klassen als UTF-8 speichern, einen je Zeile</translation>
    </message>
    <message>
        <source>{1}: line {2} names &apos;{3}&apos; a second time; classes need different names</source>
        <translation>{1}: Zeile {2} nennt „{3}“ zum zweiten Mal; Klassen brauchen verschiedene Namen</translation>
    </message>
    <message>
        <source>{1} holds more than {2} different labels; they are no classes</source>
        <translation>{1} enthält mehr als {2} verschiedene Labels; das sind keine Klassen</translation>
    </message>
    <message>
        <source>{1} holds labels that are no text in UTF-8; save them as UTF-8</source>
        <translation>{1} enthält Labels, die kein Text in UTF-8 sind; bitte als UTF-8 speichern</translation>
    </message>
    <message>
        <source>{1} holds labels that are text; declare the classes with --class-names FILE, one name a line</source>
        <translation>{1} enthält Labels, die Text sind; bitte die Klassen mit --class-names DATEI angeben, ein Name je Zeile</translation>
    </message>
    <message>
        <source>there are names for {1} classes, and --classes says {2}</source>
        <translation>es gibt Namen für {1} Klassen, und --classes sagt {2}</translation>
    </message>
    <message>
        <source>{1} needs a name</source>
        <translation>{1} braucht einen Namen</translation>
    </message>
    <message>
        <source>{1} has the shape {2}, {3} has {4}: {5} columns and {6}; shards of one set differ in rows alone</source>
        <translation>{1} hat die Form {2}, {3} hat {4}: {5} Spalten und {6}; Teile eines Satzes unterscheiden sich nur in den Zeilen</translation>
    </message>
    <message>
        <source>{1} has the shape {2}, {3} has {4}; shards of one set differ in rows alone</source>
        <translation>{1} hat die Form {2}, {3} hat {4}; Teile eines Satzes unterscheiden sich nur in den Zeilen</translation>
    </message>
    <message>
        <source>{1} holds {2}, {3} holds {4}; shards of one set are of one type</source>
        <translation>{1} enthält {2}, {3} enthält {4}; Teile eines Satzes sind von einem Typ</translation>
    </message>
    <message>
        <source>{1} is a folder without files of arrays</source>
        <translation>{1} ist ein Ordner ohne Dateien mit Arrays</translation>
    </message>
    <message>
        <source>no file is called {1}</source>
        <translation>keine Datei heißt {1}</translation>
    </message>
    <message>
        <source>{1} has {2} rows, {3} has {4} ids; they must be as many</source>
        <translation>{1} hat {2} Zeilen, {3} hat {4} Kennungen; es müssen gleich viele sein</translation>
    </message>
    <message>
        <source>there are ids of the {1} part and no rows of it</source>
        <translation>es gibt Kennungen zum Teil „{1}“, aber keine Zeilen</translation>
    </message>
    <message>
        <source>the {1} part has no ids, and another part has: give them to all private parts (--record-ids, --test-record-ids, --validation-record-ids, --ood NAME=FEATURES,LABELS,IDS), or nobody can tell who is in two of them</source>
        <translation>der Teil {1} hat keine Kennungen, ein anderer hat welche: allen privaten Teilen welche geben (--record-ids, --test-record-ids, --validation-record-ids, --ood NAME=MERKMALE,LABELS,KENNUNGEN), sonst kann niemand sagen, wer in zweien ist</translation>
    </message>
    <message>
        <source>--leave-out: your registry knows no such part of that project; name another, or leave the option out</source>
        <translation>--leave-out: das Register kennt keinen solchen Teil jenes Projekts; einen anderen nennen oder die Option weglassen</translation>
    </message>
    <message>
        <source>--leave-out names this project itself; give another one</source>
        <translation>--leave-out nennt dieses Projekt selbst; ein anderes angeben</translation>
    </message>
    <message>
        <source>--leave-out: the {1} part of &apos;{2}&apos; was declared without ids, so nobody knows who is in it; name a part that has ids after a colon, or declare shared rows with --linked-to</source>
        <translation>--leave-out: der Teil {1} von „{2}“ wurde ohne IDs erklärt, niemand weiß also, wer darin ist; einen Teil mit IDs hinter einem Doppelpunkt nennen oder gemeinsame Zeilen mit --linked-to erklären</translation>
    </message>
    <message>
        <source>--linked-to says that these rows are those of the {1} part of &apos;{2}&apos;, which are private: rows once private can&apos;t be declared public</source>
        <translation>--linked-to sagt, dass diese Zeilen die des Teils {1} von „{2}“ sind, die privat sind: Zeilen, die einmal privat waren, können nicht öffentlich erklärt werden</translation>
    </message>
    <message>
        <source>--leave-out needs ids, which tell people apart: give --record-ids</source>
        <translation>--leave-out braucht Kennungen, an denen sich Leute unterscheiden lassen: --record-ids angeben</translation>
    </message>
    <message>
        <source>your registry does not know who is in the {1} part of this dataset, so nobody can be kept out of another; go on with it here first, by run or by resume --moved-here</source>
        <translation>das Register weiß nicht, wer im Teil {1} dieses Datensatzes ist, also lässt sich niemand aus einem anderen fernhalten; erst hier mit ihm weitermachen, mit run oder resume --moved-here</translation>
    </message>
    <message>
        <source>the number of records of {1} was declared with --records, which holds from then on: give it again, or name the data as it was named then</source>
        <translation>die Zahl der Datensätze von {1} wurde mit --records erklärt und gilt seitdem: sie wieder angeben, oder die Daten so nennen, wie sie damals hießen</translation>
    </message>
    <message>
        <source>the parts of this dataset were declared without ids, so nobody knows which of these people are in them: leave out the ids of the {1} rows, or give them to all parts in a run first</source>
        <translation>die Teile dieses Datensatzes wurden ohne Kennungen erklärt, daher weiß niemand, welche dieser Personen darin sind: die Kennungen der Zeilen von {1} weglassen, oder sie erst in einem Lauf für alle Teile angeben</translation>
    </message>
    <message>
        <source>the {1} part of this dataset was declared with ids, which its budget follows: give the ids of the {2} rows as well</source>
        <translation>der Teil {1} dieses Datensatzes wurde mit Kennungen erklärt, denen sein Budget folgt: auch die Kennungen der Zeilen von {2} angeben</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is none of {3}</source>
        <translation>{1}: „{2}“ ist keines von {3}</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; is none of {3}; did you mean {4}?</source>
        <translation>{1}: „{2}“ ist keines von {3}; meinten Sie {4}?</translation>
    </message>
    <message>
        <source>the extrapolated r, marked *, was clamped to the range of the search</source>
        <translation>das extrapolierte r, mit * markiert, wurde auf den Bereich der Suche begrenzt</translation>
    </message>
    <message>
        <source>the fitted line does not rise: the winners of the phases may be noise</source>
        <translation>die angepasste Gerade steigt nicht: die Gewinner der Phasen können Rauschen sein</translation>
    </message>
    <message>
        <source>the private selection did not come to its end; it stays charged and is not resumed</source>
        <translation>die private Auswahl kam nicht ans Ende; sie bleibt belastet und wird nicht fortgesetzt</translation>
    </message>
    <message>
        <source>delta is not below 1/N: it allows a whole record to be published</source>
        <translation>δ liegt nicht unter 1/N: es lässt zu, dass ein ganzer Datensatz veröffentlicht wird</translation>
    </message>
    <message>
        <source>{1} must be a positive finite number, not {2}</source>
        <translation>{1} muss eine positive endliche Zahl sein, nicht {2}</translation>
    </message>
    <message>
        <source>{1} has {2} numbers instead of {3}</source>
        <translation>{1} hat {2} Zahlen statt {3}</translation>
    </message>
    <message>
        <source>the model reads records of {1} numbers, the data has {2}</source>
        <translation>das Modell liest Datensätze von {1} Zahlen, die Daten haben {2}</translation>
    </message>
    <message>
        <source>the model has {1} classes, the data has {2}</source>
        <translation>das Modell hat {1} Klassen, die Daten haben {2}</translation>
    </message>
    <message>
        <source>the shape of the model&apos;s head is not consistent</source>
        <translation>die Form des Modellkopfs ist nicht stimmig</translation>
    </message>
    <message>
        <source>a sample of rows must be ascending and inside the data</source>
        <translation>eine Stichprobe von Zeilen muss aufsteigend sein und in den Daten liegen</translation>
    </message>
    <message>
        <source>a clipping norm must be a positive number, not {1}</source>
        <translation>eine Clipping-Norm muss eine positive Zahl sein, nicht {1}</translation>
    </message>
    <message>
        <source>a clipping norm must be at least 1e-20, not {1}</source>
        <translation>eine Clipping-Norm muss mindestens 1e-20 sein, nicht {1}</translation>
    </message>
    <message>
        <source>features need at least one row and one column</source>
        <translation>Merkmale brauchen mindestens eine Zeile und eine Spalte</translation>
    </message>
    <message>
        <source>a part may have 2^25 rows at most</source>
        <translation>ein Teil darf höchstens 2^25 Zeilen haben</translation>
    </message>
    <message>
        <source>a record may have 2^24 numbers at most</source>
        <translation>ein Datensatz darf höchstens 2^24 Zahlen haben</translation>
    </message>
    <message>
        <source>the number of classes must lie in 1..1e5, not {1}</source>
        <translation>die Zahl der Klassen muss in 1..1e5 liegen, nicht {1}</translation>
    </message>
    <message>
        <source>a descent needs a positive divisor, finite rates and a source of noise</source>
        <translation>ein Abstieg braucht einen positiven Teiler, endliche Raten und eine Quelle von Rauschen</translation>
    </message>
    <message>
        <source>zeroth-order training works on the linear head only</source>
        <translation>Training nullter Ordnung geht nur mit dem linearen Kopf</translation>
    </message>
    <message>
        <source>rows outside the data were asked for</source>
        <translation>es wurden Zeilen außerhalb der Daten verlangt</translation>
    </message>
    <message>
        <source>these features were made resident by another backend</source>
        <translation>diese Merkmale hat ein anderes Rechenwerk geladen</translation>
    </message>
    <message>
        <source>the sums of this pass need {1} MiB, more than this machine can spare: train fewer trials together, or use fewer classes or features</source>
        <translation>die Summen dieses Durchgangs brauchen {1} MiB, mehr als diese Maschine übrig hat: weniger Läufe zusammen trainieren oder weniger Klassen oder Merkmale nehmen</translation>
    </message>
    <message>
        <source>--instructions must be auto or one of {1}, not &quot;{2}&quot;</source>
        <translation>--instructions muss auto oder eines von {1} sein, nicht „{2}“</translation>
    </message>
    <message>
        <source>there are no instructions &quot;{1}&quot; on this processor: take one of{2}</source>
        <translation>diesen Befehlssatz „{1}“ gibt es auf diesem Prozessor nicht: zur Wahl steht{2}</translation>
    </message>
    <message>
        <source>a noise stream holds 2^35 words; split the tensor</source>
        <translation>ein Rauschstrom fasst 2^35 Wörter; bitte den Tensor teilen</translation>
    </message>
    <message>
        <source>the standard deviation of noise is out of range</source>
        <translation>die Standardabweichung des Rauschens liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>{1} must be f32, tf32, bf16 or f16, not &quot;{2}&quot;</source>
        <translation>{1} muss f32, tf32, bf16 oder f16 sein, nicht „{2}“</translation>
    </message>
    <message>
        <source>{1} has a header that promises more values than any file can hold</source>
        <translation>der Kopf von {1} verspricht mehr Werte, als irgendeine Datei fassen kann</translation>
    </message>
    <message>
        <source>{1} is a folder; name a file of arrays in it</source>
        <translation>{1} ist ein Ordner; bitte eine Datei mit Arrays darin nennen</translation>
    </message>
    <message>
        <source>{1} is a project or a registry that is in use, not a file of arrays</source>
        <translation>{1} ist ein Projekt oder Register, das benutzt wird, keine Datei mit Arrays</translation>
    </message>
    <message>
        <source>{1} is not a regular file</source>
        <translation>{1} ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>{1} has labels but no features for &apos;{2}&apos;; add them or name the files with --{2} and --{2}-labels</source>
        <translation>{1} hat Labels, aber keine Merkmale für „{2}“; bitte ergänzen oder die Dateien mit --{2} und --{2}-labels nennen</translation>
    </message>
    <message>
        <source>{1} has features but no labels for &apos;{2}&apos;; add them or name the files with --{2} and --{2}-labels</source>
        <translation>{1} hat Merkmale, aber keine Labels für „{2}“; bitte ergänzen oder die Dateien mit --{2} und --{2}-labels nennen</translation>
    </message>
    <message>
        <source>{1} has no {2} (there is: nothing); rename them or {3}</source>
        <translation>{1} hat kein {2} (es gibt nichts darin); bitte umbenennen oder {3}</translation>
    </message>
    <message>
        <source>{1} has no {2} (there is: {3}); rename them or {4}</source>
        <translation>{1} hat kein {2} (es gibt: {3}); bitte umbenennen oder {4}</translation>
    </message>
    <message>
        <source>{1} holds lists of labels; say with --labels-per-record how many a record has at most</source>
        <translation>{1} enthält Listen von Labels; bitte mit --labels-per-record angeben, wie viele ein Datensatz höchstens hat</translation>
    </message>
    <message>
        <source>{1}: lists of any length; checked as features with {1}/LENGTH, as labels with --classes and --labels-per-record</source>
        <translation>{1}: Listen beliebiger Länge; als Merkmale geprüft mit {1}/LÄNGE, als Labels mit --classes und --labels-per-record</translation>
    </message>
    <message>
        <source>{1} holds labels that are text, and the classifier has no names of classes: give labels as the numbers of its classes, or a classifier that was trained with --class-names</source>
        <translation>{1} enthält Labels, die Text sind, und der Klassifikator hat keine Namen von Klassen: bitte Labels als Nummern seiner Klassen angeben, oder einen Klassifikator, der mit --class-names trainiert wurde</translation>
    </message>
    <message>
        <source>{1} has labels that are none of the {2} classes, such as &apos;{3}&apos;: a prior is of the same classes, named alike</source>
        <translation>{1} hat Labels, die keine der {2} Klassen sind, etwa „{3}“: Ein Prior hat dieselben Klassen, gleich benannt</translation>
    </message>
    <message>
        <source>--epsilon inf, which trains without noise, stands alone: leave it or --experiment-epsilon out</source>
        <translation>--epsilon inf, womit ohne Rauschen trainiert wird, steht allein: lassen Sie dies oder --experiment-epsilon weg</translation>
    </message>
    <message>
        <source>--epsilon is needed, as a number: the dataset&apos;s total privacy budget, set once (inf, which trains without noise, is for public data and stands alone)</source>
        <translation>--epsilon wird als Zahl gebraucht: das gesamte Privatsphäre-Budget des Datensatzes, einmal festgelegt (inf, womit ohne Rauschen trainiert wird, gilt für öffentliche Daten und steht allein)</translation>
    </message>
    <message>
        <source>a sweep needs Gaussian events: full batches, not samples at a rate of {1}</source>
        <translation>Ein Sweep braucht Gauß-Ereignisse: alle Datensätze auf einmal, keine Stichproben mit der Rate {1}</translation>
    </message>
    <message>
        <source>use --train and --train-labels</source>
        <translation>--train und --train-labels nehmen</translation>
    </message>
    <message>
        <source>give each encoder a folder with train.npy, train.parquet or train.csv in it; where labels are a column, name that with --label-column</source>
        <translation>jedem Encoder einen Ordner mit train.npy, train.parquet oder train.csv geben; sind die Labels eine Spalte, diese mit --label-column nennen</translation>
    </message>
    <message>
        <source>{1} holds one array only, so it cannot be all the data; {2}</source>
        <translation>{1} enthält nur ein Array und kann nicht alle Daten sein; bitte {2}</translation>
    </message>
    <message>
        <source>{1} has labels but no features for &apos;{2}&apos;; add them</source>
        <translation>{1} hat Labels, aber keine Merkmale für „{2}“; bitte ergänzen</translation>
    </message>
    <message>
        <source>{1} has features but no labels for &apos;{2}&apos;; add them</source>
        <translation>{1} hat Merkmale, aber keine Labels für „{2}“; bitte ergänzen</translation>
    </message>
    <message>
        <source>{1} holds values of type void, not numbers; save it as float32 or integers (bfloat16 as safetensors)</source>
        <translation>{1} enthält Werte vom Typ void, keine Zahlen; bitte als float32 oder ganze Zahlen speichern (bfloat16 als safetensors)</translation>
    </message>
    <message>
        <source>{1} holds values of type {2}, not numbers; save it as float32 or integers</source>
        <translation>{1} enthält Werte vom Typ {2}, keine Zahlen; bitte als float32 oder ganze Zahlen speichern</translation>
    </message>
    <message>
        <source>a matrix of {1} x {2} cannot hold {3} values</source>
        <translation>eine Matrix von {1} x {2} kann keine {3} Werte fassen</translation>
    </message>
    <message>
        <source>rows {1} to {1} + {2} were asked for, but there are only {3}</source>
        <translation>verlangt wurden die Zeilen {1} bis {1} + {2}, es gibt aber nur {3}</translation>
    </message>
    <message>
        <source>no pipe to a program that reads files could be opened: {1}</source>
        <translation>es ließ sich keine Verbindung zu einem Leseprogramm öffnen: {1}</translation>
    </message>
    <message>
        <source>{1} cannot be read: the program {2} that reads such files does not start ({3}); {4}</source>
        <translation>{1} lässt sich nicht lesen: Das Programm {2}, das solche Dateien liest, startet nicht ({3}); {4}</translation>
    </message>
    <message>
        <source>Parquet and Arrow need Python&apos;s pyarrow and numpy: pip install pyarrow numpy, for the python3 in PATH or the one that PARSIMONY_PYTHON names; or convert where they are: {1}</source>
        <translation>Parquet und Arrow brauchen Pythons pyarrow und numpy: pip install pyarrow numpy, für das python3 im PATH oder das, das PARSIMONY_PYTHON nennt; oder umwandeln, wo es sie gibt: {1}</translation>
    </message>
    <message>
        <source>{1} cannot be read: the program {2} that reads such files does not start ({3})</source>
        <translation>{1} lässt sich nicht lesen: Das Programm {2}, das solche Dateien liest, startet nicht ({3})</translation>
    </message>
    <message>
        <source>{1} could not be read: its reader was ended by signal {2}; the file is damaged, or needs more memory than the reader may take</source>
        <translation>{1} ließ sich nicht lesen: Das Leseprogramm wurde durch Signal {2} beendet; die Datei ist beschädigt oder braucht mehr Speicher, als es nehmen darf</translation>
    </message>
    <message>
        <source>{1} could not be read: its reader failed with code {2}; the file is damaged, or needs more memory than the reader may take</source>
        <translation>{1} ließ sich nicht lesen: Das Leseprogramm endete mit Code {2}; die Datei ist beschädigt oder braucht mehr Speicher, als es nehmen darf</translation>
    </message>
    <message>
        <source>{1}:{2} is packed by a method other than deflate; write it with numpy.savez_compressed</source>
        <translation>{1}:{2} ist anders gepackt als mit deflate; bitte mit numpy.savez_compressed schreiben</translation>
    </message>
    <message>
        <source>the files of the {1} part changed since they were declared for this run, which stops here and stays charged; leave files alone while they are in use</source>
        <translation>die Dateien des Teils {1} haben sich geändert, seit sie für diesen Lauf angemeldet wurden; er hält hier an und bleibt gebucht. Dateien bitte in Ruhe lassen, solange sie in Gebrauch sind</translation>
    </message>
    <message>
        <source>files changed since they were declared for this run, which stops here and stays charged; leave files alone while they are in use</source>
        <translation>Dateien haben sich geändert, seit sie für diesen Lauf angemeldet wurden; er hält hier an und bleibt gebucht. Dateien bitte in Ruhe lassen, solange sie in Gebrauch sind</translation>
    </message>
    <message>
        <source>what changed is {1}, or its labels or ids</source>
        <translation>geändert hat sich {1}, oder die Labels oder IDs dazu</translation>
    </message>
    <message>
        <source>the {1} part: {2}</source>
        <translation>der Teil {1}: {2}</translation>
    </message>
    <message>
        <source>--init {1}: weights must be public, or a private classifier&apos;s, and these are not</source>
        <translation>--init {1}: Gewichte müssen öffentlich oder die eines privaten Klassifikators sein, und diese sind es nicht</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; names no project; write PROJECT.parsimony, or PROJECT.parsimony:PART for one of its parts</source>
        <translation>{1}: „{2}“ nennt kein Projekt; bitte PROJEKT.parsimony schreiben, oder PROJEKT.parsimony:TEIL für einen seiner Teile</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; ends as files do that SQLite keeps beside a database, and may be deleted as one of those; name another file</source>
        <translation>„{1}“ endet wie Dateien, die SQLite neben einer Datenbank führt, und könnte als eine solche gelöscht werden; bitte eine andere Datei angeben</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; stands for memory alone, where what was spent would be forgotten; name another file</source>
        <translation>„{1}“ steht für den Arbeitsspeicher allein, wo Ausgaben vergessen würden; bitte eine andere Datei angeben</translation>
    </message>
    <message>
        <source>the number of classes must be at least 1, not {1}</source>
        <translation>die Zahl der Klassen muss mindestens 1 sein, nicht {1}</translation>
    </message>
    <message>
        <source>the choice of rows is for {1} rows, the part has {2}</source>
        <translation>die Auswahl der Zeilen ist für {1} Zeilen gemacht, der Teil hat {2}</translation>
    </message>
    <message>
        <source>the row norm is one of none, clip and unit, not &apos;{1}&apos;</source>
        <translation>die Zeilennorm ist none, clip oder unit, nicht „{1}“</translation>
    </message>
    <message>
        <source>the row norm&apos;s bound must lie between 1e-30 and 1e30, not {1}</source>
        <translation>die Schranke der Zeilennorm muss zwischen 1e-30 und 1e30 liegen, nicht {1}</translation>
    </message>
    <message>
        <source>the mean has {1} values, the features have {2}</source>
        <translation>der Mittelwert hat {1} Werte, die Merkmale haben {2}</translation>
    </message>
    <message>
        <source>the mean has a value that is not finite</source>
        <translation>der Mittelwert hat einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
        <source>{1} cannot be written: {2}{3}</source>
        <translation>{1} lässt sich nicht schreiben: {2}{3}</translation>
    </message>
    <message>
        <source>{1} holds a classifier of a kind that is not known here (&apos;{2}&apos;); use a newer version</source>
        <translation>{1} enthält einen Klassifikator einer hier unbekannten Art („{2}“); bitte eine neuere Version nehmen</translation>
    </message>
    <message>
        <source>{1} has a damaged model card: &apos;{2}&apos; is out of range</source>
        <translation>die Modellkarte in {1} ist beschädigt: „{2}“ liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>{1} is damaged: &apos;{2}&apos; has another shape than its model card says</source>
        <translation>{1} ist beschädigt: „{2}“ hat eine andere Form, als die Modellkarte sagt</translation>
    </message>
    <message>
        <source>{1} is damaged: &apos;{2}&apos; has a value that is not finite</source>
        <translation>{1} ist beschädigt: „{2}“ hat einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
        <source>{1} is damaged: it has no array &apos;{2}&apos;</source>
        <translation>{1} ist beschädigt: Es fehlt das Array „{2}“</translation>
    </message>
    <message>
        <source>a classifier of {1} classes cannot have {2} parameters</source>
        <translation>ein Klassifikator mit {1} Klassen kann nicht {2} Parameter haben</translation>
    </message>
    <message>
        <source>the classifier has a weight that is not finite, so it cannot be exported; train again with a smaller step size</source>
        <translation>der Klassifikator hat ein Gewicht, das nicht endlich ist, und lässt sich nicht exportieren; bitte mit kleinerer Schrittweite neu trainieren</translation>
    </message>
    <message>
        <source>the classifier has {1} classes, but {2} names for them</source>
        <translation>der Klassifikator hat {1} Klassen, aber {2} Namen dafür</translation>
    </message>
    <message>
        <source>{1} is damaged: its JSON nests too deep</source>
        <translation>{1} ist beschädigt: Das JSON darin ist zu tief verschachtelt</translation>
    </message>
    <message>
        <source>{1} is damaged: it is no sound ONNX model, or says one name twice</source>
        <translation>{1} ist beschädigt: kein fehlerfreies ONNX-Modell, oder ein Name steht zweimal darin</translation>
    </message>
    <message>
        <source>{1} is damaged: it holds no sound JSON</source>
        <translation>{1} ist beschädigt: Es enthält kein gültiges JSON</translation>
    </message>
    <message>
        <source>{1} holds a model card of another version ({2}); use the version of Parsimony that wrote it</source>
        <translation>{1} enthält eine Modellkarte einer anderen Version ({2}); bitte die Version von Parsimony nehmen, die sie geschrieben hat</translation>
    </message>
    <message>
        <source>{1} has a damaged model card: a field is missing or of another type</source>
        <translation>die Modellkarte in {1} ist beschädigt: Ein Feld fehlt oder hat einen anderen Typ</translation>
    </message>
    <message>
        <source>{1} has a damaged model card: not one name for each class</source>
        <translation>die Modellkarte in {1} ist beschädigt: Es gibt nicht einen Namen je Klasse</translation>
    </message>
    <message>
        <source>{1} is too large for what it should hold</source>
        <translation>{1} ist zu groß für das, was es enthalten soll</translation>
    </message>
    <message>
        <source>{1} names more than {2} groups</source>
        <translation>{1} nennt mehr als {2} Gruppen</translation>
    </message>
    <message>
        <source>{1} has a label &apos;{2}&apos; that is no natural number below a million</source>
        <translation>{1} hat das Label „{2}“; ein Label muss eine natürliche Zahl unter einer Million sein</translation>
    </message>
    <message>
        <source>{1} maps label {2} to &apos;{3}&apos;; classes are 0 to {4}, or &apos;ignored&apos;</source>
        <translation>{1} bildet Label {2} auf „{3}“ ab; Klassen sind 0 bis {4} oder „ignored“</translation>
    </message>
    <message>
        <source>{1} names label {2} twice</source>
        <translation>{1} nennt Label {2} zweimal</translation>
    </message>
    <message>
        <source>{1} is damaged: it has not the rows and columns that its model card says</source>
        <translation>{1} ist beschädigt: Es fehlen Zeilen oder Spalten, die die Modellkarte nennt</translation>
    </message>
    <message>
        <source>{1} is damaged: its columns are not in order</source>
        <translation>{1} ist beschädigt: Die Spalten stehen nicht der Reihe nach</translation>
    </message>
    <message>
        <source>{1} is damaged: its classes are not in order</source>
        <translation>{1} ist beschädigt: Die Klassen stehen nicht der Reihe nach</translation>
    </message>
    <message>
        <source>{1} is damaged: the rows of its pre-processing are not in order</source>
        <translation>{1} ist beschädigt: die Zeilen seiner Vorverarbeitung stehen nicht in ihrer Reihenfolge</translation>
    </message>
    <message>
        <source>{1} does not end like a format that classifiers are exported to (.safetensors, .npz, .csv, .onnx)</source>
        <translation>{1} endet nicht wie ein Format, in das Klassifikatoren exportiert werden (.safetensors, .npz, .csv, .onnx)</translation>
    </message>
    <message>
        <source>{1} does not end like a format that classifiers are exported to (.safetensors, .npz, .csv, .onnx); did you mean .{2}?</source>
        <translation>{1} endet nicht wie ein Format, in das Klassifikatoren exportiert werden (.safetensors, .npz, .csv, .onnx); ist .{2} gemeint?</translation>
    </message>
    <message>
        <source>{1} is for other programs; use the .safetensors, .npz or .csv export of the same classifier</source>
        <translation>{1} ist für andere Programme; bitte den Export als .safetensors, .npz oder .csv desselben Klassifikators nehmen</translation>
    </message>
    <message>
        <source>{1} holds no classifier exported by Parsimony: there is no model card in it</source>
        <translation>{1} enthält keinen von Parsimony exportierten Klassifikator: Es hat keine Modellkarte</translation>
    </message>
    <message>
        <source>{1} does not end in .csv, .npz or .npy, the formats of predictions</source>
        <translation>{1} endet nicht auf .csv, .npz oder .npy, die Formate für Vorhersagen</translation>
    </message>
    <message>
        <source>can&apos;t read &apos;{1}&apos;; check its name</source>
        <translation>„{1}“ lässt sich nicht lesen; bitte den Namen prüfen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is too large for a statement; choose another file</source>
        <translation>„{1}“ ist zu groß für eine Aussage; bitte eine andere Datei wählen</translation>
    </message>
    <message>
        <source>its payload is of another type</source>
        <translation>der Inhalt ist von anderem Typ</translation>
    </message>
    <message>
        <source>{1} is no study; what is wrong with it stays with the curator (serve --curator tells it)</source>
        <translation>{1} ist keine Studie; was daran falsch ist, bleibt beim Kurator (serve --curator sagt es)</translation>
    </message>
    <message>
        <source>{1} has no label that is one of the {2} classes: a prior is of the same classes, named or numbered alike</source>
        <translation>{1} hat kein Label, das eine der {2} Klassen ist: Ein Prior hat dieselben Klassen, gleich benannt oder beziffert</translation>
    </message>
    <message>
        <source>{1} has rows of {2} values, the classifier takes {3}; use the encoder that it was trained with</source>
        <translation>{1} hat Zeilen aus {2} Werten, der Klassifikator nimmt {3}; bitte den Encoder verwenden, mit dem er trainiert wurde</translation>
    </message>
    <message>
        <source>{1} has {2} columns, more than there are classes ({3}): a matrix has one for each, a list one for each label of a record</source>
        <translation>{1} hat {2} Spalten, mehr als es Klassen gibt ({3}): Eine Matrix hat eine für jede, eine Liste eine für jedes Label eines Datensatzes</translation>
    </message>
    <message>
        <source>it says one key twice</source>
        <translation>darin steht ein Schlüssel zweimal</translation>
    </message>
    <message>
        <source>it states something else than a guarantee</source>
        <translation>darin wird etwas anderes als eine Garantie ausgesagt</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is no signed statement: a field is missing or of another type</source>
        <translation>„{1}“ ist keine signierte Aussage: Ein Feld fehlt oder hat einen anderen Typ</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is no signed statement: {2}</source>
        <translation>„{1}“ ist keine signierte Aussage: {2}</translation>
    </message>
    <message>
        <source>libzip could not begin an archive</source>
        <translation>libzip konnte kein Archiv anlegen</translation>
    </message>
    <message>
        <source>libzip could not add an array: {1}</source>
        <translation>libzip konnte kein Array hinzufügen: {1}</translation>
    </message>
    <message>
        <source>libzip could not finish an archive: {1}</source>
        <translation>libzip konnte ein Archiv nicht abschließen: {1}</translation>
    </message>
    <message>
        <source>libzip could not hand out an archive</source>
        <translation>libzip konnte ein Archiv nicht ausgeben</translation>
    </message>
    <message>
        <source>experiment {1} is a private selection that was interrupted: it is one mechanism, so it stays charged and cannot be resumed; start another with `run` from what is left</source>
        <translation>Experiment {1} ist eine private Auswahl, die unterbrochen wurde: Sie ist ein einziger Mechanismus, bleibt belastet und lässt sich nicht fortsetzen; bitte aus dem Rest eine neue beginnen</translation>
    </message>
    <message>
        <source>a mechanism that can be tried again draws from one source an attempt</source>
        <translation>ein Mechanismus, der noch einmal versucht werden darf, zieht je Versuch aus einer Quelle</translation>
    </message>
    <message>
        <source>a seed is for public data only: whoever knows the seed can subtract the noise</source>
        <translation>einen Seed gibt es nur auf öffentlichen Daten: Wer ihn kennt, kann das Rauschen abziehen</translation>
    </message>
    <message>
        <source>on private data noise is drawn anew for each attempt: a run that names its noise, or was started before, is performed by itself</source>
        <translation>Auf privaten Daten wird Rauschen für jeden Versuch neu gezogen: Ein Lauf, der sein Rauschen nennt oder schon begonnen hat, läuft allein</translation>
    </message>
    <message>
        <source>a mechanism that runs once is performed by itself</source>
        <translation>ein Mechanismus, der einmal läuft, läuft für sich</translation>
    </message>
    <message>
        <source>the ledger names a head &apos;{1}&apos; that this version does not know</source>
        <translation>das Kassenbuch nennt einen Kopf „{1}“, den diese Version nicht kennt</translation>
    </message>
    <message>
        <source>the ledger&apos;s record of a model has no complete shape; the project file is damaged</source>
        <translation>der Eintrag eines Modells im Kassenbuch hat keine vollständige Form; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>stored weights have a broken length; the project file is damaged</source>
        <translation>gespeicherte Gewichte haben eine falsche Länge; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>trial {1} has no released weights; only a finished trial has</source>
        <translation>Versuch {1} hat keine freigegebenen Gewichte; die hat nur ein beendeter Versuch</translation>
    </message>
    <message>
        <source>the released weights of trial {1} do not have their shape</source>
        <translation>die freigegebenen Gewichte von Versuch {1} haben nicht ihre Form</translation>
    </message>
    <message>
        <source>the runs need a {1} part, and none was given</source>
        <translation>die Läufe brauchen einen Teil {1}, und es wurde keiner gegeben</translation>
    </message>
    <message>
        <source>the trainer clipped to another norm than its plan; the trial is not recorded as finished</source>
        <translation>der Trainer hat auf eine andere Norm gekürzt als geplant; der Versuch wird nicht als beendet eingetragen</translation>
    </message>
    <message>
        <source>refused, nothing was spent: the accountants&apos; figures for these events do not fit together ({1}), so no epsilon can be promised; use fewer steps or more noise</source>
        <translation>verweigert, nichts wurde ausgegeben: Was die Rechenverfahren zu diesen Ereignissen sagen, passt nicht zusammen ({1}), also lässt sich kein ε versprechen; bitte weniger Schritte oder mehr Rauschen nehmen</translation>
    </message>
    <message>
        <source>the accountant {1} can&apos;t account for these events; use pld for sub-sampled releases, or rdp for any</source>
        <translation>das Verfahren {1} kann diese Ereignisse nicht abrechnen; bitte pld für Freigaben aus Stichproben nehmen oder rdp für alle</translation>
    </message>
    <message>
        <source>refused, nothing was spent: epsilon {1} can&apos;t be met: {2}</source>
        <translation>verweigert, nichts wurde ausgegeben: ε = {1} lässt sich nicht einhalten: {2}</translation>
    </message>
    <message>
        <source>a sample rate of 0 never looks at the data; there is nothing to calibrate</source>
        <translation>mit einer Stichprobenrate von 0 werden die Daten nie gelesen; es gibt nichts abzustimmen</translation>
    </message>
    <message>
        <source>{1} must be a finite number that is not negative (and not subnormal), not {2}</source>
        <translation>{1} muss eine endliche, nicht negative (und nicht subnormale) Zahl sein, nicht {2}</translation>
    </message>
    <message>
        <source>the count of a privacy event must lie between 1 and 2^53, not {1}</source>
        <translation>die Anzahl eines Ereignisses muss zwischen 1 und 2^53 liegen, nicht {1}</translation>
    </message>
    <message>
        <source>{1} must be add_or_remove_one or replace_one, not &apos;{2}&apos;</source>
        <translation>{1} muss add_or_remove_one oder replace_one sein, nicht „{2}“</translation>
    </message>
    <message>
        <source>the sample rate of a privacy event must lie between 0 and 1, not {1}</source>
        <translation>die Stichprobenrate eines Ereignisses muss zwischen 0 und 1 liegen, nicht {1}</translation>
    </message>
    <message>
        <source>an RDP curve needs as many values as orders, from 1 to 100000 of each</source>
        <translation>eine RDP-Kurve braucht so viele Werte wie Ordnungen, je 1 bis 100000</translation>
    </message>
    <message>
        <source>the orders of an RDP curve must be finite, greater than 1 and strictly increasing</source>
        <translation>die Ordnungen einer RDP-Kurve müssen endlich, größer als 1 und streng steigend sein</translation>
    </message>
    <message>
        <source>{1}: the key &apos;{2}&apos; occurs twice in one object</source>
        <translation>{1}: Der Schlüssel „{2}“ kommt in einem Objekt zweimal vor</translation>
    </message>
    <message>
        <source>{1} is not valid JSON (at byte {2})</source>
        <translation>{1} ist kein gültiges JSON (bei Byte {2})</translation>
    </message>
    <message>
        <source>{1}: JSON nested deeper than {2} levels is refused</source>
        <translation>{1}: JSON, das tiefer als {2} Ebenen verschachtelt ist, wird nicht gelesen</translation>
    </message>
    <message>
        <source>{1} must be a JSON object</source>
        <translation>{1} muss ein JSON-Objekt sein</translation>
    </message>
    <message>
        <source>{1}: unknown key &apos;{2}&apos;; it may come from a newer version, so the event can&apos;t be accounted here</source>
        <translation>{1}: unbekannter Schlüssel „{2}“; er kann von einer neueren Version stammen, also lässt sich das Ereignis hier nicht abrechnen</translation>
    </message>
    <message>
        <source>{1}: the key &apos;{2}&apos; is missing</source>
        <translation>{1}: Der Schlüssel „{2}“ fehlt</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; must be a number</source>
        <translation>{1}: „{2}“ muss eine Zahl sein</translation>
    </message>
    <message>
        <source>{1}: &apos;{2}&apos; must be a list of numbers</source>
        <translation>{1}: „{2}“ muss eine Liste von Zahlen sein</translation>
    </message>
    <message>
        <source>{1}: &apos;count&apos; must be a whole number from 1 to 2^53</source>
        <translation>{1}: „count“ muss eine ganze Zahl von 1 bis 2^53 sein</translation>
    </message>
    <message>
        <source>{1} must hold exactly one of &apos;gaussian&apos;, &apos;poisson_sampled&apos; and &apos;rdp_curve&apos;</source>
        <translation>{1} muss genau eines von „gaussian“, „poisson_sampled“ und „rdp_curve“ enthalten</translation>
    </message>
    <message>
        <source>{1}: &apos;adjacency&apos; must be a string</source>
        <translation>{1}: „adjacency“ muss ein Text sein</translation>
    </message>
    <message>
        <source>{1}: {2}</source>
        <translation>{1}: {2}</translation>
    </message>
    <message>
        <source>{1} is larger than 64 MiB; a list of events is not that long</source>
        <translation>{1} ist größer als 64 MiB; so lang ist keine Liste von Ereignissen</translation>
    </message>
    <message>
        <source>{1} must be a JSON list of at most 1000000 privacy events</source>
        <translation>{1} muss eine JSON-Liste von höchstens 1000000 Ereignissen sein</translation>
    </message>
    <message>
        <source>the privacy accountant could not set up a Fourier transform of length {1}</source>
        <translation>für die Abrechnung ließ sich keine Fourier-Transformation der Länge {1} anlegen</translation>
    </message>
    <message>
        <source>a noise multiplier must be a finite number that is not negative, not {1}</source>
        <translation>ein Rauschmultiplikator muss eine endliche, nicht negative Zahl sein, nicht {1}</translation>
    </message>
    <message>
        <source>{1} must be a finite number that is not negative, not {2}</source>
        <translation>{1} muss eine endliche, nicht negative Zahl sein, nicht {2}</translation>
    </message>
    <message>
        <source>events for add_or_remove_one and for replace_one can&apos;t be composed: no one guarantee covers both</source>
        <translation>Ereignisse für add_or_remove_one und für replace_one lassen sich nicht zusammensetzen: Keine Garantie deckt beide</translation>
    </message>
    <message>
        <source>a spend must be a finite number that is not negative, not {1}</source>
        <translation>eine Ausgabe muss eine endliche, nicht negative Zahl sein, nicht {1}</translation>
    </message>
    <message>
        <source>the sum of the spends is too large to be a privacy spend</source>
        <translation>die Summe der Ausgaben ist für eine Privacy-Ausgabe zu groß</translation>
    </message>
    <message>
        <source>{1} is not the text of a sum of spends</source>
        <translation>{1} ist kein Text einer Summe von Ausgaben</translation>
    </message>
    <message>
        <source>--method auto scales sums of gradients and needs --trainer dp-gd; for dp-adam use unit-noise</source>
        <translation>--method auto skaliert Summen von Gradienten und braucht --trainer dp-gd; für dp-adam bitte unit-noise nehmen</translation>
    </message>
    <message>
        <source>--method auto lets later runs depend on released scores, so it needs Gaussian events: full batches, not --sample-rate</source>
        <translation>bei --method auto hängen spätere Läufe von veröffentlichten Bewertungen ab, es braucht Gaußsche Ereignisse: alle Zeilen je Schritt, nicht --sample-rate</translation>
    </message>
    <message>
        <source>--method auto needs rows of bounded norm: use --row-norm unit or clip, or another --method</source>
        <translation>--method auto braucht Zeilen mit beschränkter Norm: bitte --row-norm unit oder clip oder eine andere Methode</translation>
    </message>
    <message>
        <source>--method auto needs --trainer dp-gd: it adds up gradients of full batches</source>
        <translation>--method auto braucht --trainer dp-gd: Es addiert Gradienten über alle Zeilen</translation>
    </message>
    <message>
        <source>--method auto finds its learning rate itself: leave out --learning-rates and --total-step-size, or use --method linear-scaling</source>
        <translation>--method auto findet die Lernrate selbst: bitte --learning-rates und --total-step-size weglassen oder --method linear-scaling nehmen</translation>
    </message>
    <message>
        <source>a grid of one cell leaves nothing to choose: give more in --learning-rates or --steps, or use --method single</source>
        <translation>ein Gitter mit einer Zelle lässt nichts zu wählen: bitte mehr Lernraten oder Schritte, oder --method single</translation>
    </message>
    <message>
        <source>a grid of {1} cells is too large: at most 1000000</source>
        <translation>ein Gitter von {1} Zellen ist zu groß: höchstens 1000000</translation>
    </message>
    <message>
        <source>{1} has no phases to bisect: use another --sampler</source>
        <translation>{1} hat keine Phasen, die sich halbieren ließen: bitte einen anderen --sampler nehmen</translation>
    </message>
    <message>
        <source>--method {1} needs at least 2 --trials to choose from</source>
        <translation>--method {1} braucht mindestens 2 --trials, um zu wählen</translation>
    </message>
    <message>
        <source>--score-fraction must lie in [0, 1), not {1}</source>
        <translation>--score-fraction muss in [0, 1) liegen, nicht {1}</translation>
    </message>
    <message>
        <source>a budget needs at least one share</source>
        <translation>ein Budget braucht mindestens einen Anteil</translation>
    </message>
    <message>
        <source>--decomposition {1} draws learning rates from a list: give one in --learning-rates</source>
        <translation>--decomposition {1} zieht Lernraten aus einer Liste: bitte eine mit --learning-rates angeben</translation>
    </message>
    <message>
        <source>the list of --steps is empty: give at least one number of steps</source>
        <translation>die Liste --steps ist leer: bitte mindestens eine Schrittzahl angeben</translation>
    </message>
    <message>
        <source>the fit must be linear or quadratic</source>
        <translation>die Anpassung muss linear oder quadratisch sein</translation>
    </message>
    <message>
        <source>a point of the fit is not a finite number</source>
        <translation>ein Punkt der Anpassung ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>two phases have the same budget {1}: a line needs different ones, see --phase-epsilons</source>
        <translation>zwei Phasen haben dasselbe Budget {1}: Eine Gerade braucht verschiedene, siehe --phase-epsilons</translation>
    </message>
    <message>
        <source>the range of the total step size must be positive and rising, not {1},{2}</source>
        <translation>der Bereich der gesamten Schrittweite muss positiv und steigend sein, nicht {1},{2}</translation>
    </message>
    <message>
        <source>--fit must be linear or quadratic</source>
        <translation>--fit muss linear oder quadratic sein</translation>
    </message>
    <message>
        <source>a linear fit needs at least 2 phases, not {1}: give more in --phase-epsilons</source>
        <translation>eine lineare Anpassung braucht mindestens 2 Phasen, nicht {1}: bitte mehr in --phase-epsilons angeben</translation>
    </message>
    <message>
        <source>a quadratic fit needs at least 3 phases, not {1}: give more in --phase-epsilons</source>
        <translation>eine quadratische Anpassung braucht mindestens 3 Phasen, nicht {1}: bitte mehr in --phase-epsilons angeben</translation>
    </message>
    <message>
        <source>--phase-epsilons: {1} stands there twice, but a fit needs different budgets</source>
        <translation>ε der Phasen: {1} steht zweimal da, eine Anpassung braucht verschiedene Budgets</translation>
    </message>
    <message>
        <source>--phase-epsilons must rise: {1} comes after {2}</source>
        <translation>ε der Phasen muss steigen: {1} kommt nach {2}</translation>
    </message>
    <message>
        <source>--fit-against mu needs Gaussian events; this trainer is sub-sampled: use epsilon</source>
        <translation>--fit-against mu braucht Gauß-Ereignisse; dieser Trainer zieht Stichproben: bitte epsilon nehmen</translation>
    </message>
    <message>
        <source>every scored trial was lost, so nothing says how to choose the final run; what is left of the budget is better spent by a new experiment</source>
        <translation>alle bewerteten Versuche gingen verloren, nichts sagt, wie der letzte Lauf zu wählen ist; der Rest des Budgets ist in einem neuen Experiment besser aufgehoben</translation>
    </message>
    <message>
        <source>--method {1} takes one value of --steps</source>
        <translation>--method {1} nimmt nur einen Wert für --steps</translation>
    </message>
    <message>
        <source>--method {1} chooses a step size, and --trainer {2} has none: use --method single, random, grid or papernot-steinke</source>
        <translation>--method {1} wählt eine Schrittweite, und --trainer {2} hat keine: bitte --method single, random, grid oder papernot-steinke nehmen</translation>
    </message>
    <message>
        <source>--runs-family must be poisson or tnb:ETA, not &apos;{1}&apos;</source>
        <translation>--runs-family muss poisson oder tnb:ETA sein, nicht „{1}“</translation>
    </message>
    <message>
        <source>--runs-family tnb:ETA needs an ETA above -1 and at most 1000000, not {1}</source>
        <translation>--runs-family tnb:ETA braucht ein ETA über -1 und höchstens 1000000, nicht {1}</translation>
    </message>
    <message>
        <source>--runs-mean must lie above 1 and at most at 10000, not {1}</source>
        <translation>--runs-mean muss über 1 liegen und höchstens 10000 sein, nicht {1}</translation>
    </message>
    <message>
        <source>--runs-family tnb:{1} cannot have a mean of {2} runs: choose a larger ETA</source>
        <translation>--runs-family tnb:{1} kann im Mittel nicht {2} Läufe haben: bitte ein größeres ETA wählen</translation>
    </message>
    <message>
        <source>--mean-epsilon leaves nothing of the experiment&apos;s budget for training; lower it</source>
        <translation>--mean-epsilon lässt dem Training nichts vom Budget des Experiments; bitte senken</translation>
    </message>
    <message>
        <source>{1} must be a range LO,HI of positive numbers with LO &lt;= HI, not {2},{3}</source>
        <translation>{1} muss ein Bereich LO,HI positiver Zahlen mit LO &lt;= HI sein, nicht {2},{3}</translation>
    </message>
    <message>
        <source>no pair of --learning-rates and --steps has a product within {1} % of a total step size in {2}..{3}: widen one of the lists, or use --decomposition derive</source>
        <translation>kein Paar aus --learning-rates und --steps hat ein Produkt, das auf {1} % an eine gesamte Schrittweite in {2}..{3} herankommt: bitte eine der Listen erweitern oder --decomposition derive nehmen</translation>
    </message>
    <message>
        <source>under Poisson sampling the number of steps must not depend on scores, so --decomposition must be derive, not {1}: filters for adaptively chosen sub-sampled events do not hold</source>
        <translation>bei Poisson-Stichproben darf die Schrittzahl nicht von Bewertungen abhängen, also muss --decomposition derive sein, nicht {1}: Filter für adaptiv gewählte Ereignisse mit Stichproben halten nicht</translation>
    </message>
    <message>
        <source>--decomposition sample-until draws learning rates from a list: give one in --learning-rates</source>
        <translation>--decomposition sample-until zieht Lernraten aus einer Liste: bitte eine mit --learning-rates angeben</translation>
    </message>
    <message>
        <source>--decomposition independent draws learning rates from a list: give one in --learning-rates</source>
        <translation>--decomposition independent zieht Lernraten aus einer Liste: bitte eine mit --learning-rates angeben</translation>
    </message>
    <message>
        <source>the largest learning rate times the most steps is {1}, below the least total step size {2}: raise --learning-rates or --steps, or lower --total-step-size</source>
        <translation>die größte Lernrate mal die meisten Schritte ist {1}, weniger als die kleinste gesamte Schrittweite {2}: bitte --learning-rates oder --steps erhöhen oder --total-step-size senken</translation>
    </message>
    <message>
        <source>an RDP curve needs one value for each order</source>
        <translation>eine RDP-Kurve braucht einen Wert je Ordnung</translation>
    </message>
    <message>
        <source>an RDP curve needs orders above 1 and values that are not negative</source>
        <translation>eine RDP-Kurve braucht Ordnungen über 1 und Werte, die nicht negativ sind</translation>
    </message>
    <message>
        <source>the orders of an RDP curve must rise</source>
        <translation>die Ordnungen einer RDP-Kurve müssen steigen</translation>
    </message>
    <message>
        <source>--runs-mean must be a positive number</source>
        <translation>--runs-mean muss eine positive Zahl sein</translation>
    </message>
    <message>
        <source>subset tuning is accounted at integer orders that both curves hold</source>
        <translation>Abstimmen auf einer Teilmenge wird bei ganzzahligen Ordnungen abgerechnet, die beide Kurven haben</translation>
    </message>
    <message>
        <source>--subset-fraction must lie between 0 and 1</source>
        <translation>--subset-fraction muss zwischen 0 und 1 liegen</translation>
    </message>
    <message>
        <source>--trainer takes a list of those that step along clipped gradients at a rate that is looked for ({1}), and {2} is none of them</source>
        <translation>--trainer nimmt eine Liste derer, die mit einer gesuchten Lernrate entlang gekappter Gradienten gehen ({1}), und {2} gehört nicht dazu</translation>
    </message>
    <message>
        <source>the account of these records is of kind slices, where the plan fixes what every run releases, and --method {1} would choose {2} by scores: give one value, or a method whose plan draws every run and whose result is one of them ({3})</source>
        <translation>das Konto dieser Datensätze ist von der Art „slices“, wo der Plan festlegt, was jeder Lauf freigibt, und --method {1} würde {2} nach Bewertungen wählen: bitte einen Wert oder eine Methode, deren Plan jeden Lauf zieht und deren Ergebnis einer von ihnen ist ({3})</translation>
    </message>
    <message>
        <source>--epsilon inf takes one --trainer: what learning rates fit one do not fit another</source>
        <translation>--epsilon inf nimmt ein --trainer: Lernraten, die zu einem passen, passen nicht zum anderen</translation>
    </message>
    <message>
        <source>under Poisson sampling T is drawn before the noise is known, so it can&apos;t follow r: give one value of --steps, or leave out --learning-rates</source>
        <translation>bei Poisson-Stichproben wird T gezogen, bevor das Rauschen feststeht, und kann r nicht folgen: bitte einen Wert für --steps angeben oder --learning-rates weglassen</translation>
    </message>
    <message>
        <source>the plan has no noise for a run of {1} steps that samples at {2}; the project file is damaged</source>
        <translation>der Plan hat kein Rauschen für einen Lauf von {1} Schritten mit Stichprobenrate {2}; die Projektdatei ist beschädigt</translation>
    </message>
    <message>
        <source>{1} is one mechanism that takes the whole budget of its experiment: leave out --mean private and --feature-map, or use another --method</source>
        <translation>{1} ist ein einziger Mechanismus, der das ganze Budget seines Experiments nimmt: bitte --mean private und --feature-map weglassen oder eine andere --method nehmen</translation>
    </message>
    <message>
        <source>--subset-fraction is for methods that tune on a part of the records, and {1} takes all of them: use koskela-kulkarni</source>
        <translation>--subset-fraction ist für Methoden, die auf einem Teil der Datensätze abstimmen, und {1} nimmt alle: bitte koskela-kulkarni nehmen</translation>
    </message>
    <message>
        <source>the score of run {1} is not a finite number</source>
        <translation>die Bewertung von Lauf {1} ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>run {1} is not one that the search waits for</source>
        <translation>auf Lauf {1} wartet die Suche nicht</translation>
    </message>
    <message>
        <source>run {1} needs a score</source>
        <translation>Lauf {1} braucht eine Bewertung</translation>
    </message>
    <message>
        <source>--method single is one run and takes one value of --learning-rates</source>
        <translation>--method single ist ein einziger Lauf und nimmt nur eine Lernrate (--learning-rates)</translation>
    </message>
    <message>
        <source>give a learning rate or nu, not both: one follows from the other</source>
        <translation>Lernrate oder nu angeben, nicht beide: Das eine folgt aus dem anderen</translation>
    </message>
    <message>
        <source>--method unit-noise finds the learning rate of dp-gd, dp-sgd and dp-adam, not of {1}: use --method single</source>
        <translation>--method unit-noise findet die Lernrate von dp-gd, dp-sgd und dp-adam, nicht die von {1}: bitte --method single</translation>
    </message>
    <message>
        <source>--method {1} takes its learning rate from declared constants; to set one, use --method single with --learning-rates</source>
        <translation>--method {1} nimmt die Lernrate aus angegebenen Konstanten; um eine zu setzen, bitte --method single mit --learning-rates</translation>
    </message>
    <message>
        <source>no noise found for μ = {1}</source>
        <translation>für μ = {1} wurde kein Rauschen gefunden</translation>
    </message>
    <message>
        <source>a noisy count needs at least one count and one row per person</source>
        <translation>eine verrauschte Zählung braucht mindestens eine Zählung und eine Zeile je Person</translation>
    </message>
    <message>
        <source>a private mean needs at least one feature and one row per person</source>
        <translation>ein privater Mittelwert braucht mindestens ein Merkmal und eine Zeile je Person</translation>
    </message>
    <message>
        <source>dp-adam-wosm takes its step size from the noise and has no non-private twin; use dp-adam</source>
        <translation>dp-adam-wosm nimmt seine Schrittweite aus dem Rauschen und hat kein nicht-privates Gegenstück; bitte dp-adam nehmen</translation>
    </message>
    <message>
        <source>{1}: initial weights need between 1 and 2^28 numbers, not {2}</source>
        <translation>{1}: Anfangsgewichte brauchen zwischen 1 und 2^28 Zahlen, nicht {2}</translation>
    </message>
    <message>
        <source>{1}: initial weights must be finite numbers; there is one that is not</source>
        <translation>{1}: Anfangsgewichte müssen endliche Zahlen sein; eine ist es nicht</translation>
    </message>
    <message>
        <source>--init {1}: the file has {2} x {3} numbers, the classifier takes {4} x {5} (a row for each class)</source>
        <translation>--init {1}: Die Datei hat {2} x {3} Zahlen, der Klassifikator nimmt {4} x {5} (eine Zeile je Klasse)</translation>
    </message>
    <message>
        <source>--init {1}: the file has {2} x {3} numbers, the classifier takes {4} (all of its layers)</source>
        <translation>--init {1}: Die Datei hat {2} x {3} Zahlen, der Klassifikator nimmt {4} (alle seine Schichten)</translation>
    </message>
    <message>
        <source>the noise in this trainer&apos;s logits is not a function of its step size</source>
        <translation>das Rauschen in den Logits dieses Trainers ist keine Funktion seiner Schrittweite</translation>
    </message>
    <message>
        <source>the public scale of the step size needs rows of bounded norm: use --row-norm unit or clip, or give --total-step-size LO,HI</source>
        <translation>die öffentliche Skala der Schrittweite braucht Zeilen mit beschränkter Norm: bitte --row-norm unit oder clip nehmen oder --total-step-size LO,HI angeben</translation>
    </message>
    <message>
        <source>the momentum must lie in [0, 1), not {1}</source>
        <translation>das Momentum muss in [0, 1) liegen, nicht {1}</translation>
    </message>
    <message>
        <source>a run needs at least one step</source>
        <translation>ein Lauf braucht mindestens einen Schritt</translation>
    </message>
    <message>
        <source>the eigenvalues of a noisy matrix did not converge</source>
        <translation>die Eigenwerte einer verrauschten Matrix sind nicht konvergiert</translation>
    </message>
    <message>
        <source>a trial needs a plan and a source of noise</source>
        <translation>ein Versuch braucht einen Plan und eine Quelle von Rauschen</translation>
    </message>
    <message>
        <source>the plan pays for {1} counts, not {2}</source>
        <translation>der Plan bezahlt {1} Zählungen, nicht {2}</translation>
    </message>
    <message>
        <source>models that are counted together must have one shape</source>
        <translation>Modelle, die zusammen gezählt werden, müssen eine Form haben</translation>
    </message>
    <message>
        <source>the mean is planned for {1} features, the data has {2}</source>
        <translation>der Mittelwert ist für {1} Merkmale geplant, die Daten haben {2}</translation>
    </message>
    <message>
        <source>{1} needs a whole number from 1 to {2} after the colon, not &quot;{3}&quot;</source>
        <translation>{1} braucht nach dem Doppelpunkt eine ganze Zahl von 1 bis {2}, nicht „{3}“</translation>
    </message>
    <message>
        <source>{1} must be a finite number of at least {2}, not {3}</source>
        <translation>{1} muss eine endliche Zahl von mindestens {2} sein, nicht {3}</translation>
    </message>
    <message>
        <source>--trainer {1} needs --loss {2}: the bound on what it releases holds for that loss</source>
        <translation>--trainer {1} braucht --loss {2}: Die Schranke für das, was er freigibt, gilt für diese Verlustfunktion</translation>
    </message>
    <message>
        <source>an initial matrix from a file needs its SHA-256 in the plan</source>
        <translation>eine Anfangsmatrix aus einer Datei braucht ihr SHA-256 im Plan</translation>
    </message>
    <message>
        <source>{1} must be linear, sequence:L (L vectors a record) or hidden:H (H units; hidden:H,H for two layers), not &quot;{2}&quot;</source>
        <translation>{1} muss linear, sequence:L (L Vektoren je Datensatz) oder hidden:H (H Einheiten; hidden:H,H für zwei Schichten) sein, nicht „{2}“</translation>
    </message>
    <message>
        <source>a training checkpoint is cut short</source>
        <translation>ein Zwischenstand des Trainings ist abgeschnitten</translation>
    </message>
    <message>
        <source>a training checkpoint is damaged: its checksum does not match</source>
        <translation>ein Zwischenstand des Trainings ist beschädigt: Die Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>a training checkpoint was written by another version</source>
        <translation>ein Zwischenstand des Trainings wurde von einer anderen Version geschrieben</translation>
    </message>
    <message>
        <source>the plan is for {1} features and {2} classes, the data has {3} and {4}</source>
        <translation>der Plan ist für {1} Merkmale und {2} Klassen, die Daten haben {3} und {4}</translation>
    </message>
    <message>
        <source>the data is resident in another precision than the plan&apos;s</source>
        <translation>die Daten liegen in einer anderen Genauigkeit vor als der des Plans</translation>
    </message>
    <message>
        <source>a checkpoint has more steps than its plan</source>
        <translation>ein Zwischenstand hat mehr Schritte als sein Plan</translation>
    </message>
    <message>
        <source>a checkpoint belongs to a model of another shape</source>
        <translation>ein Zwischenstand gehört zu einem Modell anderer Form</translation>
    </message>
    <message>
        <source>the plan starts from a matrix of the user and none was given</source>
        <translation>der Plan beginnt mit einer eigenen Matrix, und es wurde keine gegeben</translation>
    </message>
    <message>
        <source>a matrix was given and the plan does not start from one</source>
        <translation>es wurde eine Matrix gegeben, und der Plan beginnt nicht mit einer</translation>
    </message>
    <message>
        <source>the initial matrix has {1} numbers, the model {2}</source>
        <translation>die Anfangsmatrix hat {1} Zahlen, das Modell {2}</translation>
    </message>
    <message>
        <source>the initial matrix has a value that is not finite</source>
        <translation>die Anfangsmatrix hat einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
        <source>the number of steps must lie in 1..1e8, not {1}</source>
        <translation>die Zahl der Schritte muss in 1..1e8 liegen, nicht {1}</translation>
    </message>
    <message>
        <source>{1} solves once: its number of steps is 1, not {2}</source>
        <translation>{1} löst in einem Schritt: Die Schrittzahl ist 1, nicht {2}</translation>
    </message>
    <message>
        <source>the learning rate must be a finite number of at least 0, not {1}</source>
        <translation>die Lernrate muss eine endliche Zahl von mindestens 0 sein, nicht {1}</translation>
    </message>
    <message>
        <source>--rows-per-person must lie in 1..1e6, not {1}</source>
        <translation>--rows-per-person muss in 1..1e6 liegen, nicht {1}</translation>
    </message>
    <message>
        <source>a trial needs at least one feature and one class</source>
        <translation>ein Versuch braucht mindestens ein Merkmal und eine Klasse</translation>
    </message>
    <message>
        <source>--classes must be at most 1e5, not {1}</source>
        <translation>--classes darf höchstens 1e5 sein, nicht {1}</translation>
    </message>
    <message>
        <source>--sample-rate below 1 samples rows one by one, which protects a person with several rows less than charged; use --rows-per-person 1 or --sample-rate 1</source>
        <translation>--sample-rate unter 1 zieht Zeilen einzeln und schützt damit eine Person mit mehreren Zeilen weniger als gebucht; bitte --rows-per-person 1 oder --sample-rate 1 nehmen</translation>
    </message>
    <message>
        <source>--head {1} does not divide records of {2} numbers into vectors of one length</source>
        <translation>--head {1} teilt Datensätze von {2} Zahlen nicht in gleich lange Vektoren</translation>
    </message>
    <message>
        <source>a trainer with --sample-rate below 1 has no exact μ; its noise comes from the PLD accountant</source>
        <translation>ein Trainer mit --sample-rate unter 1 hat kein exaktes μ; sein Rauschen kommt von der PLD-Abrechnung</translation>
    </message>
    <message>
        <source>no noise multiplier found for μ = {1}</source>
        <translation>für μ = {1} wurde kein Rauschmultiplikator gefunden</translation>
    </message>
    <message>
        <source>the plan of {1} has no release &quot;{2}&quot;</source>
        <translation>der Plan von {1} hat keine Freigabe „{2}“</translation>
    </message>
    <message>
        <source>a non-private trial has no privacy events; it may run on public data only</source>
        <translation>ein nicht-privater Versuch hat keine Ereignisse; er darf nur auf öffentlichen Daten laufen</translation>
    </message>
    <message>
        <source>a trainer with --sample-rate below 1 has no exact μ</source>
        <translation>ein Trainer mit --sample-rate unter 1 hat kein exaktes μ</translation>
    </message>
    <message>
        <source>the logit noise of {1} is not a function of its step size</source>
        <translation>das Rauschen in den Logits von {1} ist keine Funktion seiner Schrittweite</translation>
    </message>
    <message>
        <source>{1} is no JSON object</source>
        <translation>{1} ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>{1} has the unknown key &quot;{2}&quot;; it was written by another version</source>
        <translation>{1} hat den unbekannten Schlüssel „{2}“; es wurde von einer anderen Version geschrieben</translation>
    </message>
    <message>
        <source>{1} has no key &quot;{2}&quot;</source>
        <translation>{1} hat keinen Schlüssel „{2}“</translation>
    </message>
    <message>
        <source>{1} can&apos;t be read: {2}</source>
        <translation>{1} lässt sich nicht lesen: {2}</translation>
    </message>
    <message>
        <source>its version is not {1}</source>
        <translation>die Version ist nicht {1}</translation>
    </message>
    <message>
        <source>its sensitivity does not follow from the rest</source>
        <translation>die Sensitivität folgt nicht aus dem Rest</translation>
    </message>
    <message>
        <source>the looks at the slope have numbers out of range</source>
        <translation>die Blicke auf die Steigung haben Zahlen außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>{1} has an empty ledger; there is nothing to give a receipt of</source>
        <translation>das Kassenbuch von {1} ist leer; es gibt nichts, worüber eine Quittung auszustellen wäre</translation>
    </message>
    <message>
        <source>{1} is no receipt of a ledger, or not a whole one; `witness` writes them</source>
        <translation>{1} ist keine Quittung eines Kassenbuchs oder keine vollständige; `witness` schreibt sie</translation>
    </message>
    <message>
        <source>the feature map is not for rows of {1} values, or not finite</source>
        <translation>die Merkmalsabbildung ist nicht für Zeilen von {1} Werten gemacht oder nicht endlich</translation>
    </message>
    <message>
        <source>a feature map needs rows of bounded norm: use --row-norm unit or clip</source>
        <translation>eine Merkmalsabbildung braucht Zeilen beschränkter Norm: bitte --row-norm unit oder clip nehmen</translation>
    </message>
    <message>
        <source>--feature-map subtracts a private mean itself: leave out --mean private</source>
        <translation>--feature-map zieht selbst einen privaten Mittelwert ab: bitte --mean private weglassen</translation>
    </message>
    <message>
        <source>--feature-map is for records of one vector, not for --head {1}</source>
        <translation>--feature-map ist für Datensätze aus einem Vektor, nicht für --head {1}</translation>
    </message>
    <message>
        <source>--init {1} is a matrix for the features as they are: leave out --feature-map</source>
        <translation>--init {1} ist eine Matrix für die Merkmale, wie sie sind: bitte --feature-map weglassen</translation>
    </message>
    <message>
        <source>a parenthesis is closed that was not opened</source>
        <translation>eine Klammer wird geschlossen, die nicht geöffnet wurde</translation>
    </message>
    <message>
        <source>a condition is missing here</source>
        <translation>hier fehlt eine Bedingung</translation>
    </message>
    <message>
        <source>too many parentheses within each other</source>
        <translation>zu viele Klammern ineinander</translation>
    </message>
    <message>
        <source>this parenthesis is not closed</source>
        <translation>diese Klammer wird nicht geschlossen</translation>
    </message>
    <message>
        <source>this quotation mark is not closed</source>
        <translation>dieses Anführungszeichen wird nicht geschlossen</translation>
    </message>
    <message>
        <source>a column is missing before {1}</source>
        <translation>vor {1} fehlt eine Spalte</translation>
    </message>
    <message>
        <source>there is no column &apos;{1}&apos;: use one of {2}</source>
        <translation>eine Spalte „{1}“ gibt es nicht, sondern {2}</translation>
    </message>
    <message>
        <source>there is no column &apos;{1}&apos;; did you mean &apos;{2}&apos;?</source>
        <translation>eine Spalte „{1}“ gibt es nicht; meinten Sie „{2}“?</translation>
    </message>
    <message>
        <source>a value is missing after {1}</source>
        <translation>nach {1} fehlt ein Wert</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is text: compare it with =, != or ~</source>
        <translation>„{1}“ ist Text: vergleichen Sie mit =, != oder ~</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is a number: ~ looks into text</source>
        <translation>„{1}“ ist eine Zahl: ~ sucht in Text</translation>
    </message>
    <message>
        <source>a number is needed here, not &apos;{1}&apos;</source>
        <translation>hier gehört eine Zahl hin, nicht „{1}“</translation>
    </message>
    <message>
        <source>a number is needed here, not &apos;{1}&apos;; the decimal mark is a point</source>
        <translation>hier gehört eine Zahl hin, nicht „{1}“; das Dezimalzeichen ist ein Punkt</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is no {2}: use one of {3}</source>
        <translation>„{1}“ gibt es unter {2} nicht, sondern {3}</translation>
    </message>
    <message>
        <source>a score is a share of 1: write {1}%</source>
        <translation>eine Bewertung ist ein Anteil an 1: schreiben Sie {1}%</translation>
    </message>
    <message>
        <source>--filter, character {1}: {2}</source>
        <translation>--filter, Zeichen {1}: {2}</translation>
    </message>
    <message>
        <source>--init-scale needs --init he or a file: zero weights stay zero</source>
        <translation>--init-scale braucht --init he oder eine Datei: Gewichte, die null sind, bleiben null</translation>
    </message>
    <message>
        <source>the largest of --learning-rates kept r of the runs marked * from what was drawn</source>
        <translation>die größte der --learning-rates hielt r der mit * gezeichneten Läufe von dem ab, was gezogen wurde</translation>
    </message>
    <message>
        <source>the lists of the trainer&apos;s options have more than {1} combinations: shorten one</source>
        <translation>die Listen der Optionen des Trainers haben mehr als {1} Kombinationen: kürzen Sie eine</translation>
    </message>
    <message>
        <source>--sampler bisection tells values of r apart where all else is the same: use another --sampler, or one value of each of the trainer&apos;s options</source>
        <translation>--sampler bisection unterscheidet Werte von r, wo sonst alles gleich ist: nehmen Sie einen anderen --sampler oder je einen Wert der Optionen des Trainers</translation>
    </message>
    <message>
        <source>{1} has {2} twice</source>
        <translation>{1} nennt {2} zweimal</translation>
    </message>
    <message>
        <source>--method {1} averages two runs that add up gradients of all their records, and --trainer {2} does not: use dp-gd</source>
        <translation>--method {1} mittelt zwei Läufe, die Gradienten aller ihrer Datensätze addieren, und --trainer {2} tut das nicht: bitte dp-gd nehmen</translation>
    </message>
    <message>
        <source>--method {1} averages two linear classifiers that start from zero, without a bias, on rows as they are: leave out {2}</source>
        <translation>--method {1} mittelt zwei lineare Klassifikatoren, die bei null beginnen, ohne Bias, auf Zeilen, wie sie sind: bitte {2} weglassen</translation>
    </message>
    <message>
        <source>two halves are averaged of dp-gd with a linear head without a bias, from zero</source>
        <translation>zwei Hälften werden bei dp-gd gemittelt, mit linearem Kopf ohne Bias, von null an</translation>
    </message>
    <message>
        <source>the halves are of {1} rows, the part has {2}</source>
        <translation>die Hälften sind von {1} Zeilen, der Teil hat {2}</translation>
    </message>
    <message>
        <source>--trainer {1} does not look at {2}, so there is nothing to choose: leave it out</source>
        <translation>--trainer {1} sieht {2} nicht an, also gibt es nichts zu wählen: lassen Sie es weg</translation>
    </message>
    <message>
        <source>--method {1} takes one value of {2}: give one, or a method that searches lists ({3})</source>
        <translation>--method {1} nimmt einen Wert von {2}: geben Sie einen an oder eine Methode, die Listen durchsucht ({3})</translation>
    </message>
    <message>
        <source>under Poisson sampling nothing but the learning rate may depend on scores, and --method {1} would choose {2} by them: give one value, full batches (--sample-rate 1), or a method whose plan draws every run and whose result is one of them ({3})</source>
        <translation>bei Poisson-Stichproben darf nichts als die Lernrate von Bewertungen abhängen, und --method {1} würde {2} danach wählen: bitte einen Wert, alle Datensätze (--sample-rate 1) oder eine Methode, deren Plan jeden Lauf zieht und deren Ergebnis einer von ihnen ist ({3})</translation>
    </message>
    <message>
        <source>a trial has the setting &apos;{1}&apos;, which this version does not know; update to read the project</source>
        <translation>ein Versuch hat die Einstellung „{1}“, die diese Version nicht kennt; aktualisieren Sie sie, um das Projekt zu lesen</translation>
    </message>
    <message>
        <source>{1} must be one line of 1 to {2} characters, as model@revision</source>
        <translation>{1} muss eine Zeile von 1 bis {2} Zeichen sein, wie modell@version</translation>
    </message>
    <message>
        <source>the classifier takes features of the encoder {1}, and these are of {2}: use the encoder that the training features came from</source>
        <translation>der Klassifikator nimmt Merkmale des Encoders {1}, und diese sind von {2}: nehmen Sie den Encoder, von dem die Trainingsmerkmale kamen</translation>
    </message>
    <message>
        <source>{1} takes features of the encoder {2}, and these are of {3}: use the encoder that the training features came from</source>
        <translation>{1} nimmt Merkmale des Encoders {2}, und diese sind von {3}: nehmen Sie den Encoder, von dem die Trainingsmerkmale kamen</translation>
    </message>
    <message>
        <source>{1} has fewer rows than when its ids were read</source>
        <translation>{1} hat weniger Zeilen als beim Lesen der Kennungen</translation>
    </message>
    <message>
        <source>{1} is given several times, so each must be NAME=VALUE, for the encoder of that name; &apos;{2}&apos; is not</source>
        <translation>{1} ist mehrmals angegeben, also muss jede Angabe NAME=WERT sein, für den Encoder dieses Namens; „{2}“ ist es nicht</translation>
    </message>
    <message>
        <source>--method {1} takes one encoder: give one --data, or a method that searches several ({2})</source>
        <translation>--method {1} nimmt einen Encoder: bitte ein --data angeben, oder eine Methode, die mehrere durchsucht ({2})</translation>
    </message>
    <message>
        <source>encoder {1}={2}: &apos;{3}&apos; is no encoder with files of its own that is given before it; a file of that name is said as ./{2}</source>
        <translation>Encoder {1}={2}: „{3}“ ist kein vorher angegebener Encoder mit eigenen Dateien; eine Datei dieses Namens bitte als ./{2} angeben</translation>
    </message>
    <message>
        <source>encoder {1}={2} joins &apos;{3}&apos; with itself; name each encoder once</source>
        <translation>Encoder {1}={2} verbindet „{3}“ mit sich selbst; bitte jeden Encoder einmal nennen</translation>
    </message>
    <message>
        <source>--data {1}: encoders are joined record by record in the order of their files: say --same-order, and no ids of each</source>
        <translation>--data {1}: Encoder werden Datensatz für Datensatz in der Reihenfolge ihrer Dateien verbunden: bitte --same-order angeben, und keine Kennungen für jeden</translation>
    </message>
    <message>
        <source>--ood: &apos;{1}&apos; is of joined encoders, which take the set of each: leave it out</source>
        <translation>--ood: „{1}“ gehört zu verbundenen Encodern, die den Satz eines jeden nehmen: bitte weglassen</translation>
    </message>
    <message>
        <source>{1} has {2} rows, {3} has {4}; rows that stand side by side must be as many</source>
        <translation>{1} hat {2} Zeilen, {3} hat {4}; Zeilen, die nebeneinander stehen, müssen gleich viele sein</translation>
    </message>
    <message>
        <source>the features have {1} values, the encoders that are joined have others together</source>
        <translation>die Merkmale haben {1} Werte, die verbundenen Encoder zusammen andere</translation>
    </message>
    <message>
        <source>--data: &apos;{1}&apos; is no name of an encoder; use letters, digits, &apos;_&apos;, &apos;-&apos; and &apos;.&apos;, as in --data NAME=DIR</source>
        <translation>--data: „{1}“ ist kein Name eines Encoders; bitte Buchstaben, Ziffern, „_“, „-“ und „.“, wie in --data NAME=ORDNER</translation>
    </message>
    <message>
        <source>with several encoders every part lies in their --data: leave out --train, --test and --validation</source>
        <translation>bei mehreren Encodern liegt jeder Teil in ihrem --data: bitte --train, --test und --validation weglassen</translation>
    </message>
    <message>
        <source>--prior is rows by one encoder: leave it out, or name the one to train on alone, behind all others (--data NAME)</source>
        <translation>--prior sind Zeilen eines Encoders: bitte weglassen, oder den, mit dem allein trainiert werden soll, hinter allen anderen nennen (--data NAME)</translation>
    </message>
    <message>
        <source>--ood: &apos;{1}&apos; names no encoder of --data: with several encoders say ENCODER:NAME=FEATURES,LABELS[,IDS] for each</source>
        <translation>--ood: „{1}“ nennt keinen Encoder von --data: Bei mehreren Encodern bitte für jeden ENCODER:NAME=MERKMALE,KLASSEN[,IDS] angeben</translation>
    </message>
    <message>
        <source>--init FILE, --mean and --head sequence are for the rows of one encoder: leave them out, and take --feature-map center for a mean of each, or name the one to train on alone, behind all others (--data NAME)</source>
        <translation>--init DATEI, --mean und --head sequence sind für die Zeilen eines Encoders: bitte weglassen und für einen Mittelwert je Encoder --feature-map center nehmen, oder den, mit dem allein trainiert werden soll, hinter allen anderen nennen (--data NAME)</translation>
    </message>
    <message>
        <source>{1}: there is no encoder &apos;{2}&apos; among --data, which names {3}</source>
        <translation>{1}: unter --data gibt es keinen Encoder „{2}“; dort stehen {3}</translation>
    </message>
    <message>
        <source>--encoder-id: with several encoders say NAME=MODEL@REVISION for each</source>
        <translation>--encoder-id: bei mehreren Encodern bitte NAME=MODELL@VERSION für jeden</translation>
    </message>
    <message>
        <source>--same-order: the {1} part has {2} records by {3} and {4} by {5}; rows that are tied by their places must be as many</source>
        <translation>--same-order: der Teil {1} hat {2} Datensätze von {3} und {4} von {5}; Zeilen, die nach ihrem Platz zusammengehören, müssen gleich viele sein</translation>
    </message>
    <message>
        <source>the {1} part&apos;s rows by {2} and {3} have to be tied: give --id-column, or ids of each (--record-ids {2}=FILE --record-ids {3}=FILE, likewise for test and validation), or say --same-order if row i is the same record in both</source>
        <translation>die Zeilen des Teils {1} von {2} und {3} müssen einander zugeordnet sein: bitte --id-column angeben, oder Kennungen für jeden (--record-ids {2}=DATEI --record-ids {3}=DATEI, ebenso für test und validation), oder --same-order, wenn Zeile i in beiden derselbe Datensatz ist</translation>
    </message>
    <message>
        <source>encoders must have the same parts, and {1} has {2} where {3} has {4}</source>
        <translation>Encoder müssen dieselben Teile haben, und {1} hat {2}, wo {3} {4} hat</translation>
    </message>
    <message>
        <source>files of ids: with several encoders say NAME=FILE for each, or, with --same-order, one FILE for all</source>
        <translation>Dateien mit Kennungen: bei mehreren Encodern bitte NAME=DATEI für jeden, oder, mit --same-order, eine DATEI für alle</translation>
    </message>
    <message>
        <source>--method {1} chooses among encoders on centred rows: leave out --feature-map none, --mean and --head, or take another method</source>
        <translation>--method {1} wählt unter Encodern auf zentrierten Zeilen: bitte --feature-map none, --mean und --head weglassen, oder eine andere Methode nehmen</translation>
    </message>
    <message>
        <source>at this budget pilots would tell encoders apart only where they differ very much, so there are none and the encoder named first is taken</source>
        <translation>bei diesem Budget würden Probeläufe nur Encoder auseinanderhalten, die sich sehr stark unterscheiden, also gibt es keine, und der zuerst genannte Encoder wird genommen</translation>
    </message>
    <message>
        <source>these encoders differ much in width, and with so little budget pilots prefer a narrow one, also where a wider one would end higher: name that one alone if you know it</source>
        <translation>diese Encoder sind sehr verschieden breit, und bei so kleinem Budget ziehen Probeläufe einen schmalen vor, auch wo ein breiterer am Ende besser wäre: diesen allein nennen, wenn er bekannt ist</translation>
    </message>
    <message>
        <source>the look at the prior measured that it labels {1} ± {2} % of the records rightly, where guessing labels {3} %: training starts from all of it</source>
        <translation>der Blick auf das Vorwissen maß, dass es {1} ± {2} % der Datensätze richtig benennt, wo Raten {3} % benennt: Das Training beginnt mit ihm als Ganzem</translation>
    </message>
    <message>
        <source>the look at the prior measured that it labels {1} ± {2} % of the records rightly, where guessing labels {3} %: training starts from a part of it</source>
        <translation>der Blick auf das Vorwissen maß, dass es {1} ± {2} % der Datensätze richtig benennt, wo Raten {3} % benennt: Das Training beginnt mit einem Teil von ihm</translation>
    </message>
    <message>
        <source>the look at the prior measured that it labels {1} ± {2} % of the records rightly, where guessing labels {3} %: training starts from nothing, and what the look took stays taken</source>
        <translation>der Blick auf das Vorwissen maß, dass es {1} ± {2} % der Datensätze richtig benennt, wo Raten {3} % benennt: Das Training beginnt bei nichts, und was der Blick kostete, bleibt verbraucht</translation>
    </message>
    <message>
        <source>the look at the prior could not tell whether it is of use: its standard error is {1} points, and {2} points lie between a prior that is left out and one that is taken whole; what training started from is mostly chance, which {3} leaves out</source>
        <translation>der Blick auf das Vorwissen konnte nicht sagen, ob es nützt: Sein Standardfehler beträgt {1} Punkte, und zwischen einem Vorwissen, das weggelassen wird, und einem, das ganz genommen wird, liegen {2} Punkte; womit das Training begann, ist meist Zufall, den {3} vermeidet</translation>
    </message>
    <message>
        <source>the look at the prior cannot tell here whether it is of use: its standard error is {1} points, and {2} points at most lie between a prior that is left out and one that is taken whole; training starts from as much of it as is measured, which is mostly chance: {3} starts from it without a look</source>
        <translation>der Blick auf das Vorwissen kann hier nicht sagen, ob es nützt: Sein Standardfehler beträgt {1} Punkte, und zwischen einem Vorwissen, das weggelassen wird, und einem, das ganz genommen wird, liegen höchstens {2} Punkte; das Training beginnt mit so viel davon, wie gemessen wird, was meist Zufall ist: {3} beginnt mit ihm ohne einen Blick</translation>
    </message>
    <message>
        <source>--mean private wins: auto takes no feature map of its own</source>
        <translation>--mean private gilt: auto nimmt keine eigene Merkmalsabbildung</translation>
    </message>
    <message>
        <source>--bias trains a bias of its own, beside the one in the feature map that auto takes</source>
        <translation>--bias trainiert einen eigenen Bias, neben dem in der Merkmalsabbildung, die auto nimmt</translation>
    </message>
    <message>
        <source>the budget shown is that of unused rows: what was charged where --linked-to points is taken off it when the rows are declared</source>
        <translation>das gezeigte Budget ist das unbenutzter Zeilen: was dort belastet wurde, worauf --linked-to weist, geht davon ab, sobald die Zeilen erklärt sind</translation>
    </message>
    <message>
        <source>the positive class is {1}, the classifier's are 0 to {2}</source>
        <translation>die positive Klasse ist {1}, der Klassifikator hat 0 bis {2}</translation>
    </message>
    <message>
        <source>the bound of a record's log loss lies above 0 and is a million at most</source>
        <translation>die Schranke der logarithmischen Verlustfunktion eines Datensatzes liegt über 0 und ist höchstens eine Million</translation>
    </message>
    <message>
        <source>AUC is of one class against the rest: name it with --positive-class</source>
        <translation>AUC gilt einer Klasse gegen die übrigen: bitte mit --positive-class nennen</translation>
    </message>
    <message>
        <source>--group-names names '{1}' twice; give each group once</source>
        <translation>--group-names nennt '{1}' zweimal; jede Gruppe einmal angeben</translation>
    </message>
    <message>
        <source>{1} is for {2}, which this look does not count: add it, --metrics {2}, or leave {1} out</source>
        <translation>{1} ist für {2}, was dieser Blick nicht zählt: mit --metrics {2} dazunehmen oder {1} weglassen</translation>
    </message>
    <message>
        <source>a confusion matrix is of {1} classes at most, the classifier has {2}</source>
        <translation>eine Konfusionsmatrix hat höchstens {1} Klassen, der Klassifikator hat {2}</translation>
    </message>
    <message>
        <source>'{1}' is neither the name of a class nor a number from 0 to {2}</source>
        <translation>'{1}' ist weder der Name einer Klasse noch eine Zahl von 0 bis {2}</translation>
    </message>
    <message>
        <source>the {1} part has ids by {2} and none by {3}: whose rows they are is to be said by all encoders, or by none</source>
        <translation>der Teil {1} hat Kennungen von {2} und keine von {3}: wessen Zeilen es sind, müssen alle Encoder sagen, oder keiner</translation>
    </message>
    <message>
        <source>{1} records tell nothing of an AUC through noise of {2} in each of its bins; leave it out, or ask for fewer metrics</source>
        <translation>{1} Datensätze sagen nichts über eine AUC, wenn jedes ihrer Intervalle ein Rauschen von {2} hat; bitte weglassen oder weniger Metriken verlangen</translation>
    </message>
    <message>
        <source>of {1} classes every record's is among the first five</source>
        <translation>bei {1} Klassen ist die jedes Datensatzes unter den ersten fünf</translation>
    </message>
    <message>
        <source>--same-order ties the rows of several encoders: give --data NAME=DIR for each</source>
        <translation>--same-order ordnet die Zeilen mehrerer Encoder einander zu: bitte für jeden --data NAME=ORDNER angeben</translation>
    </message>
    <message>
        <source>--split goes with --adjacency add_or_remove_one alone: another record in the place of one may belong to another part, and both would change; give the parts as files</source>
        <translation>--split gibt es nur mit --adjacency add_or_remove_one: Ein anderer Datensatz an der Stelle von einem kann zu einem anderen Teil gehören, und beide würden sich ändern; bitte die Teile als Dateien angeben</translation>
    </message>
    <message>
        <source>--split with --rows-per-person {1} needs ids (--record-ids, of a look --test-record-ids): without them the rows of one person fall into several parts</source>
        <translation>--split mit --rows-per-person {1} braucht IDs (--record-ids, bei einem Blick --test-record-ids): Ohne sie kommen die Zeilen einer Person in mehrere Teile</translation>
    </message>
    <message>
        <source>--split leaves nothing to the test part, which is to be looked at</source>
        <translation>--split lässt dem Testteil, der angesehen werden soll, nichts</translation>
    </message>
    <message>
        <source>--split divides the train records into all parts, and there are test or validation files, or ids of theirs: leave out one or the other (--train with --train-labels names the train files of a folder alone)</source>
        <translation>--split teilt die Trainingsdatensätze in alle Teile auf, und es gibt Dateien für Test oder Validierung, oder IDs dazu: bitte eines von beiden weglassen (--train mit --train-labels nennt allein die Trainingsdateien eines Ordners)</translation>
    </message>
    <message>
        <source>--public-parts: the parts of one file (--split) are all private, or with --visibility public all public</source>
        <translation>--public-parts: Die Teile einer Datei (--split) sind alle privat oder mit --visibility public alle öffentlich</translation>
    </message>
    <message>
        <source>no record of {1} falls into the {2} part; split it by other shares</source>
        <translation>kein Datensatz von {1} kommt in den Teil „{2}“; bitte mit anderen Anteilen aufteilen</translation>
    </message>
    <message>
        <source>exact figures are of the test records: leave the validation share out of --split, as in 80/20</source>
        <translation>genaue Zahlen gelten für die Testdatensätze: bitte den Anteil der Validierung bei --split weglassen, wie in 80/20</translation>
    </message>
    <message>
        <source>{1} takes the shares of train, validation and test, or of train and test, which add up to 100: 80/10/10, 80/20; not &apos;{2}&apos;</source>
        <translation>{1} nimmt die Anteile von Training, Validierung und Test oder von Training und Test, zusammen 100: 80/10/10, 80/20; nicht „{2}“</translation>
    </message>
    <message>
        <source>{1} must leave something to train on and something to look at, and &apos;{2}&apos; does not</source>
        <translation>{1} muss etwas zum Trainieren und etwas zum Prüfen lassen, „{2}“ tut das nicht</translation>
    </message>
    <message>
        <source>{1} is of the wrong kind</source>
        <translation>{1} ist von der falschen Art</translation>
    </message>
    <message>
        <source>{1} has an unknown member {2}</source>
        <translation>{1} hat ein unbekanntes Feld {2}</translation>
    </message>
    <message>
        <source>maps of labels and groups are of files that no budget was declared for: what they hold is the curator&apos;s word, and this server was started without --curator</source>
        <translation>Zuordnungen von Labels und Gruppen stammen aus Dateien, für die kein Budget erklärt wurde: Was darin steht, sagt der Kurator, und dieser Server wurde ohne --curator gestartet</translation>
    </message>
    <message>
        <source>that rows are public is the curator&apos;s word, and this server was started without --curator</source>
        <translation>dass Zeilen öffentlich sind, sagt der Kurator, und dieser Server wurde ohne --curator gestartet</translation>
    </message>
    <message>
        <source>this server lets paths be named only below its --root</source>
        <translation>dieser Server lässt nur Pfade unter seinem --root nennen</translation>
    </message>
    <message>
        <source>--root {1} is no folder</source>
        <translation>--root {1} ist kein Ordner</translation>
    </message>
    <message>
        <source>{1} stays with the curator: the server was started without --curator</source>
        <translation>{1} bleibt bei der Datenverwaltung: der Server wurde ohne --curator gestartet</translation>
    </message>
    <message>
        <source>a study is either a sweep, a comparison or a file</source>
        <translation>eine Studie ist entweder eine Reihe, ein Vergleich oder eine Datei</translation>
    </message>
    <message>
        <source>no folder can be made in {1} for the files that are sent</source>
        <translation>in {1} lässt sich kein Ordner für die Dateien anlegen, die gesendet werden</translation>
    </message>
    <message>
        <source>{1} is no name of a file: it comes without a folder</source>
        <translation>{1} ist kein Dateiname: er wird ohne Ordner angegeben</translation>
    </message>
    <message>
        <source>the folder {1} cannot be listed: {2}</source>
        <translation>der Ordner {1} lässt sich nicht auflisten: {2}</translation>
    </message>
    <message>
        <source>a request has at most {1} bytes, and this line has more</source>
        <translation>eine Anfrage hat höchstens {1} Bytes, und diese Zeile hat mehr</translation>
    </message>
    <message>
        <source>these labels are not those that the budget of these rows was declared with, which is the curator&apos;s to do: with &apos;parsimony-cli budget declare&apos;, or through a server with --curator</source>
        <translation>diese Labels sind nicht die, mit denen das Budget dieser Zeilen erklärt wurde, was Sache des Kurators ist: mit „parsimony-cli budget declare“ oder über einen Server mit --curator</translation>
    </message>
    <message>
        <source>the budget of these rows is not declared in this project, which is the curator&apos;s to do: with &apos;parsimony-cli budget declare&apos;, or through a server with --curator</source>
        <translation>das Budget dieser Zeilen ist in diesem Projekt nicht erklärt; das ist Sache des Kurators: mit ›parsimony-cli budget declare‹ oder über einen Server mit --curator</translation>
    </message>
    <message>
        <source>what records and which other projects these rows stand for is the curator&apos;s word</source>
        <translation>für welche Datensätze und welche anderen Projekte diese Zeilen stehen, sagt der Kurator</translation>
    </message>
    <message>
        <source>a plan here has at most {1} trials or cells</source>
        <translation>ein Plan hat hier höchstens {1} Versuche oder Zellen</translation>
    </message>
    <message>
        <source>{1} requests wait for this session; read its answers first</source>
        <translation>{1} Anfragen warten auf diese Sitzung; erst sind ihre Antworten zu lesen</translation>
    </message>
    <message>
        <source>this line is nested deeper than {1} levels</source>
        <translation>diese Zeile ist tiefer als {1} Ebenen geschachtelt</translation>
    </message>
    <message>
        <source>this line is no JSON object with id, method and params</source>
        <translation>diese Zeile ist kein JSON-Objekt mit id, method und params</translation>
    </message>
    <message>
        <source>a request needs an id, a text or a whole number</source>
        <translation>eine Anfrage braucht eine id, einen Text oder eine ganze Zahl</translation>
    </message>
    <message>
        <source>this server speaks {1}; install the same version of Parsimony on both sides</source>
        <translation>dieser Server spricht {1}; bitte auf beiden Seiten dieselbe Version von Parsimony installieren</translation>
    </message>
    <message>
        <source>a request needs a method, a text</source>
        <translation>eine Anfrage braucht eine method, einen Text</translation>
    </message>
    <message>
        <source>the params of a request are an object</source>
        <translation>die params einer Anfrage sind ein Objekt</translation>
    </message>
    <message>
        <source>params need a session, the number that the method open gave</source>
        <translation>params brauchen eine session, die Nummer, die die Methode open gab</translation>
    </message>
    <message>
        <source>{1} needs a key: a text of your own, new for each request and the same when it is repeated, so that nothing is paid twice</source>
        <translation>{1} braucht einen key: einen eigenen Text, neu für jede Anfrage und derselbe, wenn sie wiederholt wird, damit nichts zweimal bezahlt wird</translation>
    </message>
    <message>
        <source>{1} sessions are open; close one first</source>
        <translation>{1} Sitzungen sind offen; bitte erst eine schließen</translation>
    </message>
    <message>
        <source>this server knows no method {1}</source>
        <translation>dieser Server kennt keine Methode {1}</translation>
    </message>
    <message>
        <source>this key stands for another request already: a new request needs a new key</source>
        <translation>dieser key steht schon für eine andere Anfrage: eine neue Anfrage braucht einen neuen</translation>
    </message>
    <message>
        <source>{1} requests run already; wait for one of them</source>
        <translation>{1} Anfragen laufen schon; bitte auf eine davon warten</translation>
    </message>
    <message>
        <source>no pipe to a server could be opened: {1}</source>
        <translation>keine Verbindung zu einem Server ließ sich öffnen: {1}</translation>
    </message>
    <message>
        <source>{1} cannot be started: {2}</source>
        <translation>{1} lässt sich nicht starten: {2}</translation>
    </message>
    <message>
        <source>the server has Parsimony {1} and this is {2}: install the same version on both sides</source>
        <translation>der Server hat Parsimony {1}, und dies ist {2}: bitte auf beiden Seiten dieselbe Version installieren</translation>
    </message>
    <message>
        <source>the server says what this Parsimony {1} cannot read ({2}): install the same version on both sides</source>
        <translation>der Server sagt etwas, das dieses Parsimony {1} nicht lesen kann ({2}): bitte auf beiden Seiten dieselbe Version installieren</translation>
    </message>
    <message>
        <source>{1} did not answer as a server of Parsimony does</source>
        <translation>{1} antwortete nicht wie ein Server von Parsimony</translation>
    </message>
    <message>
        <source>the server ended the connection</source>
        <translation>der Server hat die Verbindung beendet</translation>
    </message>
    <message>
        <source>the server cannot be reached: {1}</source>
        <translation>der Server ist nicht zu erreichen: {1}</translation>
    </message>
    <message>
        <source>--objective balanced takes a prior off the scores that released class counts gave, and this plan releases none: use --feature-map center with a linear head that is trained in steps from zero</source>
        <translation>--objective balanced zieht von den Punktzahlen eine A-priori-Verteilung ab, die veröffentlichte Klassenanzahlen ergaben, und dieser Plan veröffentlicht keine: bitte --feature-map center mit einem linearen Kopf nehmen, der in Schritten von null an trainiert wird</translation>
    </message>
    <message>
        <source>{1} {2} records of {3} classes tell no class&apos;s accuracy through noise of {4} in each count: give more of them, --test-epsilon none, or --objective accuracy</source>
        <translation>{1} Datensätze des Teils „{2}“ mit {3} Klassen lassen durch ein Rauschen von {4} in jeder Anzahl keine Genauigkeit einer Klasse erkennen: bitte mehr davon geben, --test-epsilon none oder --objective accuracy</translation>
    </message>
    <message>
        <source>this request has begun experiment {1} already; nothing more was reserved</source>
        <translation>diese Anfrage hat schon Experiment {1} begonnen; mehr wurde nicht reserviert</translation>
    </message>
    <message>
        <source>the engine of this server cannot be reached in {1}: {2}</source>
        <translation>das Rechenprogramm dieses Servers ist in {1} nicht zu erreichen: {2}</translation>
    </message>
    <message>
        <source>the engine of this server ends before it answers; ask again</source>
        <translation>das Rechenprogramm dieses Servers endet, bevor es antwortet; bitte noch einmal fragen</translation>
    </message>
    <message>
        <source>the folder {1} must be this user&apos;s alone (mode 0700)</source>
        <translation>der Ordner {1} muss diesem Konto allein gehören (Modus 0700)</translation>
    </message>
    <message>
        <source>--epsilon inf is for public data only: without noise there is no guarantee</source>
        <translation>--epsilon inf gilt nur für öffentliche Daten: Ohne Rauschen gibt es keine Garantie</translation>
    </message>
    <message>
        <source>--trainer {1} takes its steps from the noise: there is none of it with --epsilon inf</source>
        <translation>--trainer {1} nimmt seine Schritte aus dem Rauschen: Mit --epsilon inf gibt es keines</translation>
    </message>
    <message>
        <source>--method {1} splits a budget, and --epsilon inf has none: use single or oracle</source>
        <translation>--method {1} teilt ein Budget auf, und --epsilon inf hat keines: bitte single oder oracle nehmen</translation>
    </message>
    <message>
        <source>--epsilon inf trains on rows as they are: leave out --mean and --feature-map</source>
        <translation>--epsilon inf trainiert auf Zeilen, wie sie sind: bitte --mean und --feature-map weglassen</translation>
    </message>
    <message>
        <source>without noise no learning rate of --trainer {1} follows from declared constants: give --learning-rates</source>
        <translation>ohne Rauschen folgt keine Lernrate von --trainer {1} aus angegebenen Konstanten: bitte --learning-rates angeben</translation>
    </message>
    <message>
        <source>{1} must be a text or a number</source>
        <translation>{1} muss ein Text oder eine Zahl sein</translation>
    </message>
    <message>
        <source>{1} must be a text, a number, a list, true or false</source>
        <translation>{1} muss ein Text, eine Zahl, eine Liste, true oder false sein</translation>
    </message>
    <message>
        <source>{1} needs the option epsilons</source>
        <translation>{1} braucht die Option epsilons</translation>
    </message>
    <message>
        <source>{1}: methods and one-by-one belong to a study of kind &quot;compare&quot;</source>
        <translation>{1}: methods und one-by-one gehören zu einer Studie der Art &quot;compare&quot;</translation>
    </message>
    <message>
        <source>{1}: kind must be &quot;compare&quot;, &quot;sweep&quot; or &quot;attack&quot;</source>
        <translation>{1}: kind muss &quot;compare&quot;, &quot;sweep&quot; oder &quot;attack&quot; sein</translation>
    </message>
    <message>
        <source>{1}: a study knows no &apos;{2}&apos;; it knows {3}</source>
        <translation>{1}: eine Studie kennt kein „{2}“; sie kennt {3}</translation>
    </message>
    <message>
        <source>{1}: a study knows no &apos;{2}&apos;; did you mean &apos;{3}&apos;?</source>
        <translation>{1}: eine Studie kennt kein „{2}“; war „{3}“ gemeint?</translation>
    </message>
    <message>
        <source>{1}, line {2}: {3}</source>
        <translation>{1}, Zeile {2}: {3}</translation>
    </message>
    <message>
        <source>{1} is not there: the data of the study {2} has to be made first, which resources/studies/run {2} does in the source of the program, before it runs the study</source>
        <translation>{1} ist nicht da: Die Daten der Studie „{2}“ müssen erst gemacht werden; im Quelltext des Programms tut das resources/studies/run {2}, bevor es die Studie laufen lässt</translation>
    </message>
    <message>
        <source>there is no study file &apos;{1}&apos;</source>
        <translation>es gibt keine Studie „{1}“</translation>
    </message>
    <message>
        <source>{1}: every [[variant]] needs a name</source>
        <translation>{1}: jede [[variant]] braucht einen Namen</translation>
    </message>
    <message>
        <source>there is no plot &apos;{1}&apos;</source>
        <translation>es gibt kein Bild „{1}“</translation>
    </message>
    <message>
        <source>this plot needs a sweep, and the study has none</source>
        <translation>dieses Bild braucht eine Reihe, und die Studie hat keine</translation>
    </message>
    <message>
        <source>no row of this study has what the plot shows: {1}</source>
        <translation>keine Zeile dieser Studie hat, was das Bild zeigt: {1}</translation>
    </message>
    <message>
        <source>this plot needs a comparison, and the study has none</source>
        <translation>dieses Bild braucht einen Vergleich, und die Studie hat keinen</translation>
    </message>
    <message>
        <source>gap: points below training without noise (ε = ∞, not private)</source>
        <translation>Lücke: Prozentpunkte unter dem Training ohne Rauschen (ε = ∞, nicht privat)</translation>
    </message>
    <message>
        <source>ε = ∞: trained without noise, not private</source>
        <translation>ε = ∞: ohne Rauschen trainiert, nicht privat</translation>
    </message>
    <message>
        <source>r = {1} + {2} ε</source>
        <translation>r = {1} + {2} ε</translation>
    </message>
    <message>
        <source>r = {1} + {2} ε (slope ± {3})</source>
        <translation>r = {1} + {2} ε (Steigung ± {3})</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation>Testgenauigkeit</translation>
    </message>
    <message>
        <source>RERR</source>
        <translation>RERR</translation>
    </message>
    <message>
        <source>gap</source>
        <translation>Lücke</translation>
    </message>
    <message>
        <source>spent ε</source>
        <translation>verbrauchtes ε</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>Durchgänge</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>Arithmetik</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>Encoder</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>set</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>r</source>
        <translation>r</translation>
    </message>
    <message>
        <source>repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>best r</source>
        <translation>bestes r</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>Streuung</translation>
    </message>
    <message>
        <source>an empirical audit without runs and without canaries tests nothing</source>
        <translation>ein Angriff ohne Läufe und ohne Kanarienvögel prüft nichts</translation>
    </message>
    <message>
        <source>the number of guesses in one run must be even and at most that of canaries</source>
        <translation>die Zahl der Vermutungen in einem Lauf muss gerade sein und höchstens die der Kanarienvögel</translation>
    </message>
    <message>
        <source>the empirical audit attacks the linear head only; use --head linear</source>
        <translation>der Angriff gilt nur dem linearen Kopf; bitte --head linear</translation>
    </message>
    <message>
        <source>the empirical audit starts from zero weights; use --init zero</source>
        <translation>der Angriff beginnt bei Gewichten von null; bitte --init zero</translation>
    </message>
    <message>
        <source>the white box would keep {1} numbers of released states; use fewer --steps or --access black-box</source>
        <translation>es würden {1} Zahlen veröffentlichter Zustände behalten; weniger Schritte (--steps) oder --access black-box</translation>
    </message>
    <message>
        <source>exposure needs at least one canary and 8 candidates that were left out</source>
        <translation>für die Preisgabe braucht es mindestens einen Kanarienvogel und 8 weggelassene Kandidaten</translation>
    </message>
    <message>
        <source>an audit by trials needs at least 20 runs to calibrate and 20 to guess</source>
        <translation>ein Angriff durch Läufe braucht mindestens 20 zum Eichen und 20 zum Raten</translation>
    </message>
    <message>
        <source>an RDP curve says nothing about how often a guess between two neighbours is right</source>
        <translation>eine RDP-Kurve sagt nicht, wie oft eine Vermutung zwischen zwei Nachbarn stimmt</translation>
    </message>
    <message>
        <source>an empirical audit knows Gaussian events only</source>
        <translation>ein Angriff kennt nur gaußsche Ereignisse</translation>
    </message>
    <message>
        <source>a claim needs at least one privacy event</source>
        <translation>eine Behauptung braucht mindestens ein Ereignis</translation>
    </message>
    <message>
        <source>{1} must be dirac, random-unit or mislabelled, not &quot;{2}&quot;</source>
        <translation>{1} muss dirac, random-unit oder mislabelled sein, nicht „{2}“</translation>
    </message>
    <message>
        <source>an empirical audit needs at least one record with a valid label</source>
        <translation>ein Angriff braucht mindestens eine Zeile mit gültigem Label</translation>
    </message>
    <message>
        <source>{1} Dirac canaries do not fit into {2} columns and {3} classes</source>
        <translation>{1} Dirac-Kanarienvögel passen nicht in {2} Spalten und {3} Klassen</translation>
    </message>
    <message>
        <source>a mislabelled canary needs at least two classes</source>
        <translation>ein Kanarienvogel mit falschem Label braucht mindestens zwei Klassen</translation>
    </message>
    <message>
        <source>an audit cannot have more right guesses than guesses, or more guesses than canaries</source>
        <translation>es kann nicht mehr richtige Vermutungen als Vermutungen geben, und nicht mehr Vermutungen als Kanarienvögel</translation>
    </message>
    <message>
        <source>an audit cannot have more right guesses than guesses</source>
        <translation>es kann nicht mehr richtige Vermutungen als Vermutungen geben</translation>
    </message>
    <message>
        <source>an audit in one run needs two canaries or more and an even number of guesses, at most one a canary</source>
        <translation>ein Angriff in einem Lauf braucht mindestens zwei Kanarienvögel und eine gerade Zahl von Vermutungen, höchstens eine je Kanarienvogel</translation>
    </message>
    <message>
        <source>every group of canaries needs its number of repetitions</source>
        <translation>jede Gruppe von Kanarienvögeln braucht ihre Zahl von Wiederholungen</translation>
    </message>
    <message>
        <source>a pass of the benchmark stopped</source>
        <translation>ein Durchgang der Messung brach ab</translation>
    </message>
    <message>
        <source>a step of the benchmark stopped</source>
        <translation>ein Schritt der Messung brach ab</translation>
    </message>
    <message>
        <source>{1} must be N,d,C (three whole numbers above 0), not &quot;{2}&quot;</source>
        <translation>{1} muss N,d,C sein (drei ganze Zahlen über 0), nicht „{2}“</translation>
    </message>
    <message>
        <source>{1} is out of range: at most {2} rows, 2^24 features and 1e5 classes</source>
        <translation>{1} liegt außerhalb: höchstens {2} Zeilen, 2^24 Merkmale und 1e5 Klassen</translation>
    </message>
    <message>
        <source>an empirical audit shows exact values of what it trains on: declare {1} with --visibility public if it is</source>
        <translation>ein Angriff zeigt genaue Werte dessen, worauf trainiert wird: {1} mit --visibility public angeben, wenn es öffentlich ist</translation>
    </message>
    <message>
        <source>an audit takes one value of --steps</source>
        <translation>ein Angriff nimmt einen Wert von --steps</translation>
    </message>
    <message>
        <source>{1} must lie between {2} and {3}, not {4}</source>
        <translation>{1} muss zwischen {2} und {3} liegen, nicht {4}</translation>
    </message>
    <message>
        <source>audit --empirical attacks one way of training: give one value of each option</source>
        <translation>ein Angriff gilt einer Art zu trainieren: bitte je Option einen Wert</translation>
    </message>
    <message>
        <source>--batch must lie in 1..{1}, not {2}</source>
        <translation>--batch muss in 1..{1} liegen, nicht {2}</translation>
    </message>
    <message>
        <source>instructions {1}, the fastest by the rates of one thread</source>
        <translation>Befehle {1}, die schnellsten nach den Raten eines Threads</translation>
    </message>
    <message>
        <source>instructions {1}, as asked for</source>
        <translation>Befehle {1}, wie verlangt</translation>
    </message>
    <message>
        <source>what</source>
        <translation>was</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>GF/s</source>
        <translation>GF/s</translation>
    </message>
    <message>
        <source>of gemm</source>
        <translation>von gemm</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>of read</source>
        <translation>vom Lesen</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>canary</source>
        <translation>Kanarienvogel</translation>
    </message>
    <message>
        <source>guesses</source>
        <translation>Vermutungen</translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>epsilon ≥</source>
        <translation>ε ≥</translation>
    </message>
    <message>
        <source>assumes</source>
        <translation>setzt voraus</translation>
    </message>
    <message>
        <source>claim</source>
        <translation>Behauptung</translation>
    </message>
    <message>
        <source>exposure in bits of</source>
        <translation>Preisgabe in Bit von</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>trainiert</translation>
    </message>
    <message>
        <source>without noise</source>
        <translation>ohne Rauschen</translation>
    </message>
    <message>
        <source>claimed: epsilon ≤ {1} at delta = {2}</source>
        <translation>behauptet: ε ≤ {1} bei δ = {2}</translation>
    </message>
    <message>
        <source>shown: epsilon ≥ {1} inside the claimed trade-off curves, ≥ {2} of any mechanism ({3} % confidence for all bounds together)</source>
        <translation>gezeigt: ε ≥ {1} innerhalb der behaupteten Kurven, ≥ {2} bei jedem Mechanismus ({3} % Sicherheit für alle Schranken zusammen)</translation>
    </message>
    <message>
        <source>the claim is BROKEN: do not trust this trainer</source>
        <translation>die Behauptung ist WIDERLEGT: diesem Trainer nicht trauen</translation>
    </message>
    <message>
        <source>the claim holds against these attacks</source>
        <translation>die Behauptung hält diesen Angriffen stand</translation>
    </message>
    <message>
        <source>many runs</source>
        <translation>viele Läufe</translation>
    </message>
    <message>
        <source>one run</source>
        <translation>ein Lauf</translation>
    </message>
    <message>
        <source>the claimed curve</source>
        <translation>die behauptete Kurve</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>BROKEN</source>
        <translation>WIDERLEGT</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>hält</translation>
    </message>
    <message>
        <source>{1}: `parsimony-cli audit --export` makes one all the same</source>
        <translation>{1}: `parsimony-cli audit --export` schreibt trotzdem eine</translation>
    </message>
    <message>
        <source>an attack here has at most {1} runs or canaries</source>
        <translation>ein Angriff hat hier höchstens {1} Läufe oder Kanarienvögel</translation>
    </message>
    <message>
        <source>here the machine is measured with the shapes of the manual</source>
        <translation>hier wird der Rechner mit den Formen des Handbuchs gemessen</translation>
    </message>
    <message>
        <source>{1}: holds no numbers; not checked</source>
        <translation>{1}: enthält keine Zahlen; nicht geprüft</translation>
    </message>
    <message>
        <source>{1}: {2} of {3} labels are negative or not whole</source>
        <translation>{1}: {2} von {3} Labels sind negativ oder nicht ganz</translation>
    </message>
    <message>
        <source>{1}: {2} of {3} records have more than {4} labels, or one outside 0..{5}</source>
        <translation>{1}: {2} von {3} Datensätzen haben mehr als {4} Label oder eines außerhalb von 0..{5}</translation>
    </message>
    <message>
        <source>{1}: {2} of {3} labels are outside 0..{4}</source>
        <translation>{1}: {2} von {3} Labels liegen außerhalb von 0..{4}</translation>
    </message>
    <message>
        <source>{1}: {2} of {3} rows have no id</source>
        <translation>{1}: {2} von {3} Zeilen haben keine Kennung</translation>
    </message>
    <message>
        <source>{1}: {2} of {3} labels are none of the {4} classes that are named</source>
        <translation>{1}: {2} von {3} Labels sind keine der {4} benannten Klassen</translation>
    </message>
    <message>
        <source>{1}: {2} of {3} rows hold a value that is no finite number</source>
        <translation>{1}: {2} von {3} Zeilen enthalten einen Wert, der keine endliche Zahl ist</translation>
    </message>
    <message>
        <source>option &apos;{1}&apos; has a value that a configuration file cannot hold</source>
        <translation>Option „{1}“ hat einen Wert, den eine Konfigurationsdatei nicht fassen kann</translation>
    </message>
    <message>
        <source>--device {1} is for one process, and {2} were started: use --device cpu</source>
        <translation>--device {1} ist für einen Prozess, und {2} wurden gestartet: --device cpu verwenden</translation>
    </message>
    <message>
        <source>the key of the noise on private data leaves no process</source>
        <translation>Der Schlüssel des Rauschens auf privaten Daten verlässt keinen Prozess</translation>
    </message>
    <message>
        <source>a message between the processes of this run is cut off</source>
        <translation>Eine Nachricht zwischen den Prozessen dieses Laufs ist abgeschnitten</translation>
    </message>
    <message>
        <source>a message between the processes of this run is of no known kind</source>
        <translation>Eine Nachricht zwischen den Prozessen dieses Laufs ist von keiner bekannten Art</translation>
    </message>
    <message>
        <source>process {1} is of version {2} and this one of {3}: install one version of Parsimony on all machines</source>
        <translation>Prozess {1} hat die Version {2} und dieser {3}: auf allen Rechnern dieselbe Version von Parsimony installieren</translation>
    </message>
    <message>
        <source>{1} of {2} processes can read {3} ({4}); make it readable for all of them, or for the first alone, which sends the others their rows then</source>
        <translation>{1} von {2} Prozessen können {3} lesen ({4}); die Datei für alle lesbar machen, oder nur für den ersten, der den anderen dann ihre Zeilen schickt</translation>
    </message>
    <message>
        <source>process {1} of {2} cannot go on: {3}</source>
        <translation>Prozess {1} von {2} kann nicht weiter: {3}</translation>
    </message>
    <message>
        <source>the processes of this run were stopped: start them again and &apos;resume&apos;</source>
        <translation>Die Prozesse dieses Laufs wurden angehalten: neu starten und „resume“ aufrufen</translation>
    </message>
    <message>
        <source>{1} rows can be shared by {2} processes at most, not by {3}: start fewer with mpirun -np</source>
        <translation>{1} Zeilen können sich höchstens {2} Prozesse teilen, nicht {3}: mit mpirun -np weniger starten</translation>
    </message>
    <message>
        <source>{1} rows can be shared by {2} processes at most, not by {3}</source>
        <translation>{1} Zeilen können sich höchstens {2} Prozesse teilen, nicht {3}</translation>
    </message>
    <message>
        <source>the folder {1} cannot be read</source>
        <translation>der Ordner {1} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>{1}, line {2} is no request: {3}</source>
        <translation>{1}, Zeile {2} ist keine Anfrage: {3}</translation>
    </message>
    <message>
        <source>no trial passes the filter, so there is nothing to report</source>
        <translation>kein Versuch erfüllt den Filter, also gibt es nichts zu berichten</translation>
    </message>
    <message>
        <source>--reuse-fit takes the place of the phases, which would choose among several values of the trainer&apos;s options: give one value of each</source>
        <translation>--reuse-fit tritt an die Stelle der Phasen, die unter mehreren Werten der Trainer-Optionen wählen würden: bitte je einen Wert angeben</translation>
    </message>
    <message>
        <source>the fit that is reused is against mu, which a sub-sampled trainer has not</source>
        <translation>die wiederverwendete Kurve ist gegen μ, das ein Trainer mit Stichproben nicht hat</translation>
    </message>
    <message>
        <source>--reuse-fit takes the place of the phases: leave out --phase-epsilons</source>
        <translation>--reuse-fit tritt an die Stelle der Phasen: bitte --phase-epsilons weglassen</translation>
    </message>
    <message>
        <source>--reuse-fit {1}: that r was found with {2}; give the same here</source>
        <translation>--reuse-fit {1}: dieses r wurde mit {2} gefunden; bitte hier dasselbe angeben</translation>
    </message>
    <message>
        <source>--reuse-fit {1}: that r was found without {2}; leave it out here too</source>
        <translation>--reuse-fit {1}: dieses r wurde ohne {2} gefunden; bitte auch hier weglassen</translation>
    </message>
    <message>
        <source>--reuse-fit {1}: that r was found for rows of {2} numbers, and these have {3}: they are another encoder&apos;s</source>
        <translation>--reuse-fit {1}: dieses r wurde für Zeilen von {2} Zahlen gefunden, und diese haben {3}: Sie sind von einem anderen Encoder</translation>
    </message>
    <message>
        <source>--reuse-fit {1}: that r was found with the encoder {2}; give the same here</source>
        <translation>--reuse-fit {1}: dieses r wurde mit dem Encoder {2} gefunden; bitte hier denselben angeben</translation>
    </message>
    <message>
        <source>--reuse-fit {1}: that experiment took its fit from experiment {2}: name that one</source>
        <translation>--reuse-fit {1}: Jenes Experiment hat seine Kurve von Experiment {2}: bitte dieses nennen</translation>
    </message>
    <message>
        <source>--reuse-fit {1}: the project has no such experiment</source>
        <translation>--reuse-fit {1}: Das Projekt hat kein solches Experiment</translation>
    </message>
    <message>
        <source>--reuse-fit {1}: that experiment has no fit; all its phases must have ended, with scores in two of them</source>
        <translation>--reuse-fit {1}: Jenes Experiment hat keine Kurve; alle seine Phasen müssen beendet sein, zwei davon mit Punktzahlen</translation>
    </message>
    <message>
        <source>--split: {1} % of the records are less than one for the {2} part; give it a larger share</source>
        <translation>--split: {1} % der Datensätze sind weniger als einer für den Teil {2}; bitte mehr geben</translation>
    </message>
    <message>
        <source>{1} has labels that are none of the {2} classes: a prior is of the same classes, numbered alike</source>
        <translation>{1} hat Labels, die keine der {2} Klassen sind: Ein Prior ist von denselben Klassen, gleich nummeriert</translation>
    </message>
    <message>
        <source>--reuse-fit takes the place of phases, and --method {1} has none</source>
        <translation>--reuse-fit tritt an die Stelle von Phasen, und --method {1} hat keine</translation>
    </message>
    <message>
        <source>softmax cross-entropy takes one label a record; records of several need --loss sigmoid</source>
        <translation>Softmax-Kreuzentropie nimmt ein Label je Datensatz; Datensätze mit mehreren brauchen --loss sigmoid</translation>
    </message>
    <message>
        <source>{1} takes one label a record; with --labels-per-record use --device cpu</source>
        <translation>{1} nimmt ein Label je Datensatz; mit --labels-per-record bitte --device cpu</translation>
    </message>
    <message>
        <source>{1} has the shape {2}; labels of records that have several are lists, or a matrix with one column a class</source>
        <translation>{1} hat die Form {2}; Labels von Datensätzen mit mehreren sind Listen oder eine Matrix mit einer Spalte je Klasse</translation>
    </message>
    <message>
        <source>the classifier has no threshold that is a finite number</source>
        <translation>der Klassifikator hat keine Schwelle, die eine endliche Zahl ist</translation>
    </message>
    <message>
        <source>--labels-per-record needs --classes: whether labels are lists or a matrix follows from the number of classes</source>
        <translation>--labels-per-record braucht --classes: Ob Labels Listen oder eine Matrix sind, folgt aus der Zahl der Klassen</translation>
    </message>
    <message>
        <source>--labels-per-record needs --classes or --class-names: whether labels are lists or a matrix follows from the number of classes</source>
        <translation>--labels-per-record braucht --classes oder --class-names: Ob Labels Listen oder eine Matrix sind, folgt aus der Zahl der Klassen</translation>
    </message>
    <message>
        <source>--labels-per-record must lie in 1..{1}, the number of classes, not {2}</source>
        <translation>--labels-per-record muss in 1..{1}, der Zahl der Klassen, liegen, nicht {2}</translation>
    </message>
    <message>
        <source>--objective balanced is the mean accuracy of classes of which a record has one; leave it out with --labels-per-record</source>
        <translation>--objective balanced ist die mittlere Genauigkeit von Klassen, von denen ein Datensatz eine hat; bitte mit --labels-per-record weglassen</translation>
    </message>
    <message>
        <source>--prior makes a mean of each class of records that have one label; leave it out with --labels-per-record</source>
        <translation>--prior bildet einen Mittelwert jeder Klasse von Datensätzen mit einem Label; bitte mit --labels-per-record weglassen</translation>
    </message>
    <message>
        <source>--trainer {1} takes one label a record; with --labels-per-record use {2}</source>
        <translation>--trainer {1} nimmt ein Label je Datensatz; mit --labels-per-record bitte {2}</translation>
    </message>
    <message>
        <source>the plan is for {1} labels a record, the data has {2}</source>
        <translation>der Plan ist für {1} Labels je Datensatz, die Daten haben {2}</translation>
    </message>
    <message>
        <source>a label map, --positive-class and --loss-bound are for classifiers of one label a record; leave them out</source>
        <translation>eine Label-Tabelle, --positive-class und --loss-bound sind für Klassifikatoren mit einem Label je Datensatz; bitte weglassen</translation>
    </message>
    <message>
        <source>labels and groups must be as many as the {1} rows</source>
        <translation>Labels und Gruppen müssen so viele sein wie die {1} Zeilen</translation>
    </message>
    <message>
        <source>{1}: {2} of its people are in part &apos;{3}&apos; of {4} ({5} rows).</source>
        <translation>{1}: {2} dieser Personen sind im Teil „{3}“ von {4} ({5} Zeilen).</translation>
    </message>
    <message>
        <source>{1}: {2} of its rows lie in part &apos;{3}&apos; of {4} ({5} rows).</source>
        <translation>{1}: {2} dieser Zeilen liegen im Teil „{3}“ von {4} ({5} Zeilen).</translation>
    </message>
    <message>
        <source>It is public: no guarantee can cover these rows any more.</source>
        <translation>Er ist öffentlich: Keine Garantie kann diese Zeilen mehr schützen.</translation>
    </message>
    <message>
        <source>It is public.</source>
        <translation>Er ist öffentlich.</translation>
    </message>
    <message>
        <source>None of these rows was used in a project of yours before.</source>
        <translation>Keine dieser Zeilen wurde bisher in einem Ihrer Projekte verwendet.</translation>
    </message>
    <message>
        <source>They count as the same data, with nothing spent on it yet.</source>
        <translation>Sie gelten als dieselben Daten; bisher wurde nichts für sie ausgegeben.</translation>
    </message>
    <message>
        <source>They count as the same data, with ε {1} spent on it so far, at δ {2}.</source>
        <translation>Sie gelten als dieselben Daten; bisher wurde ε {1} für sie ausgegeben, bei δ {2}.</translation>
    </message>
    <message>
        <source>Too few to count as the same data.</source>
        <translation>Zu wenige, um als dieselben Daten zu gelten.</translation>
    </message>
    <message>
        <source>a report&apos;s plots are accuracies, scores and step-sizes, or none, and not &apos;{1}&apos;</source>
        <translation>die Bilder eines Berichts sind accuracies, scores und step-sizes oder none, nicht „{1}“</translation>
    </message>
    <message>
        <source>there is no parsimony-cli on the server: install Parsimony {1} there, where its shell finds it ({2})</source>
        <translation>auf dem Server gibt es kein parsimony-cli: bitte dort Parsimony {1} installieren, wo seine Shell es findet ({2})</translation>
    </message>
    <message>
        <source>no earlier tip is known (a receipt, a hash, or the registry of the user who ran it): a cut tail or a full rewriting can&apos;t be found</source>
        <translation>keine frühere Spitze ist bekannt (eine Quittung, ein Hash oder das Register dessen, der es ausgeführt hat): ein abgeschnittenes Ende oder ein ganz neu geschriebenes Kassenbuch ist dann nicht zu erkennen</translation>
    </message>
    <message>
        <source>row {1} is dated before the row in front of it: the clock ran backwards; what counts is the order of rows</source>
        <translation>Zeile {1} trägt ein früheres Datum als die Zeile vor ihr: Die Uhr ging rückwärts; es gilt die Reihenfolge der Zeilen</translation>
    </message>
    <message>
        <source>curator values of {1} rows are left out of this copy; the chain holds commitments of them</source>
        <translation>Kuratorwerte von {1} Zeilen fehlen in dieser Kopie; die Kette enthält Festlegungen (Commitments) auf sie</translation>
    </message>
    <message>
        <source>curator values of {1} row are left out of this copy; the chain holds commitments of them</source>
        <translation>Kuratorwerte von {1} Zeile fehlen in dieser Kopie; die Kette enthält Festlegungen (Commitments) auf sie</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is an older copy: the other file goes on after row {2}</source>
        <translation>„{1}“ ist eine ältere Kopie: Die andere Datei geht nach Zeile {2} weiter</translation>
    </message>
    <message>
        <source>both files hold the same {1} rows</source>
        <translation>beide Dateien enthalten dieselben {1} Zeilen</translation>
    </message>
    <message>
        <source>both files hold the same {1} row</source>
        <translation>beide Dateien enthalten dieselbe {1} Zeile</translation>
    </message>
    <message>
        <source>other projects charged the rows of part &apos;{1}&apos; of &apos;{2}&apos; since this ledger was last written: with that ε = {3} of {4}; it takes that over when it is next run, or its budget shown</source>
        <translation>andere Projekte haben die Zeilen des Teils „{1}“ von „{2}“ belastet, seit dieses Kassenbuch zuletzt geschrieben wurde: damit ε = {3} von {4}; es übernimmt das bei der nächsten Ausführung, oder wenn sein Budget gezeigt wird</translation>
    </message>
    <message>
        <source>row {1}: charges in other projects to the rows of part &apos;{2}&apos; passed the cap that &apos;{3}&apos; has here</source>
        <translation>Zeile {1}: Belastungen der Zeilen des Teils „{2}“ in anderen Projekten haben die Obergrenze überschritten, die „{3}“ hier hat</translation>
    </message>
    <message>
        <source>row {1}: charges of this project to rows that share with those of part &apos;{2}&apos; of &apos;{3}&apos; since then passed its cap</source>
        <translation>Zeile {1}: Belastungen dieses Projekts von Zeilen, die seither mit denen des Teils „{2}“ von „{3}“ geteilt sind, haben dessen Obergrenze überschritten</translation>
    </message>
    <message>
        <source>row {1}: other projects charged the rows of part &apos;{2}&apos; of &apos;{3}&apos; in accounts of both kinds, gaussian and slices: nothing covers both at the δ of one, and no more can be spent here</source>
        <translation>Zeile {1}: Andere Projekte haben die Zeilen des Teils „{2}“ von „{3}“ in Konten beider Arten belastet, „gaussian“ und „slices“: nichts deckt beide beim δ eines Kontos, und mehr kann hier nicht ausgegeben werden</translation>
    </message>
    <message>
        <source>{1} trials are reserved and have no outcome; they stay charged</source>
        <translation>{1} Versuche sind reserviert und haben kein Ergebnis; ihre Belastung bleibt</translation>
    </message>
    <message>
        <source>{1} trial is reserved and has no outcome; it stays charged</source>
        <translation>{1} Versuch ist reserviert und hat kein Ergebnis; seine Belastung bleibt</translation>
    </message>
    <message>
        <source>experiment {1} has no outcome; its reservation stays</source>
        <translation>Experiment {1} hat kein Ergebnis; seine Reservierung bleibt</translation>
    </message>
    <message>
        <source>the statement names no file</source>
        <translation>die Aussage nennt keine Datei</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not the file that the statement was made for</source>
        <translation>„{1}“ ist nicht die Datei, für die die Aussage gemacht wurde</translation>
    </message>
    <message>
        <source>of &apos;{1}&apos;: {2}</source>
        <translation>aus „{1}“: {2}</translation>
    </message>
    <message>
        <source>is where the two files part: both went on after row {1}, &apos;{2}&apos; to row {3} and &apos;{4}&apos; to row {5}, so what was reserved up to there may have been released twice</source>
        <translation>hier trennen sich die beiden Dateien: Beide gingen nach Zeile {1} weiter, „{2}“ bis Zeile {3} und „{4}“ bis Zeile {5}; was bis dahin reserviert war, kann also zweimal freigegeben worden sein</translation>
    </message>
    <message>
        <source>{1} and {2}</source>
        <translation>{1} und {2}</translation>
    </message>
    <message>
        <source>{1} releases of noise multiplier {2}</source>
        <translation>{1} Freigaben mit Rauschmultiplikator {2}</translation>
    </message>
    <message>
        <source>{1} releases of noise multiplier {2} sampled at {3}</source>
        <translation>{1} Freigaben mit Rauschmultiplikator {2} aus Stichproben mit der Rate {3}</translation>
    </message>
    <message>
        <source>no release</source>
        <translation>keine Freigabe</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos;</source>
        <translation>Teil „{1}“</translation>
    </message>
    <message>
        <source>trains on rows by &apos;{1}&apos;, which its experiment does not name</source>
        <translation>trainiert auf Zeilen von „{1}“, das vom Experiment nicht genannt wird</translation>
    </message>
    <message>
        <source>plans for other neighbours than &apos;{1}&apos; was declared with</source>
        <translation>plant für andere Nachbarn, als für „{1}“ deklariert sind</translation>
    </message>
    <message>
        <source>plans for counts that a person&apos;s rows can move further than it says</source>
        <translation>plant Zählungen, die die Zeilen einer Person weiter bewegen können, als angegeben</translation>
    </message>
    <message>
        <source>plans for a release &apos;{1}&apos; that a person&apos;s rows can move by {2}, not {3}</source>
        <translation>plant eine Freigabe „{1}“, die die Zeilen einer Person um {2} bewegen können, nicht um {3}</translation>
    </message>
    <message>
        <source>charges part &apos;{1}&apos; without all that part &apos;{2}&apos; was charged, with which it shares its budget</source>
        <translation>belastet Teil „{1}“ ohne alles, womit Teil „{2}“ belastet wurde, mit dem er sein Budget teilt</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos; of &apos;{2}&apos; was not told of all that part &apos;{3}&apos; was charged, with which it shares its budget</source>
        <translation>Teil „{1}“ von „{2}“ weiß nicht von allem, womit Teil „{3}“ belastet wurde, mit dem er sein Budget teilt</translation>
    </message>
    <message>
        <source>plans for a trainer that this version does not know, &apos;{1}&apos;</source>
        <translation>plant mit einem Trainer, den diese Version nicht kennt: „{1}“</translation>
    </message>
    <message>
        <source>plans for a training without noise on private data</source>
        <translation>plant ein Training ohne Rauschen auf privaten Daten</translation>
    </message>
    <message>
        <source>plans for less slack of the arithmetic than is proved</source>
        <translation>plant mit weniger Spielraum der Arithmetik, als bewiesen ist</translation>
    </message>
    <message>
        <source>plans to sample rows one by one, of which a person has several</source>
        <translation>plant, Zeilen einzeln zu ziehen, von denen eine Person mehrere hat</translation>
    </message>
    <message>
        <source>plans for other classes or labels than its experiment</source>
        <translation>plant mit anderen Klassen oder Labels als sein Experiment</translation>
    </message>
    <message>
        <source>plans for other releases than its trainer makes</source>
        <translation>plant andere Freigaben, als sein Trainer macht</translation>
    </message>
    <message>
        <source>charges a curve that is not the one of its number of runs and their cost</source>
        <translation>belastet eine Kurve, die nicht die seiner Zahl von Läufen und ihrer Kosten ist</translation>
    </message>
    <message>
        <source>records a winner that costs more than a run of its selection</source>
        <translation>verzeichnet einen Sieger, der mehr kostet als ein Lauf seiner Auswahl</translation>
    </message>
    <message>
        <source>reserves trial {1}, which released something and has not ended</source>
        <translation>reserviert Versuch {1}, der etwas freigegeben hat und nicht beendet ist</translation>
    </message>
    <message>
        <source>records no release of the winner of its selection</source>
        <translation>verzeichnet keine Freigabe des Siegers seiner Auswahl</translation>
    </message>
    <message>
        <source>records other releases of a winner than its trainer makes</source>
        <translation>verzeichnet andere Freigaben eines Siegers, als sein Trainer macht</translation>
    </message>
    <message>
        <source>records a release &apos;{1}&apos; that a person&apos;s rows can move by {2}, not {3}</source>
        <translation>verzeichnet eine Freigabe „{1}“, die die Zeilen einer Person um {2} bewegen können, nicht um {3}</translation>
    </message>
    <message>
        <source>begins an experiment on private data without a plan</source>
        <translation>beginnt ein Experiment auf privaten Daten ohne Plan</translation>
    </message>
    <message>
        <source>{1} trials on private data have no plan, and {2} no record of what was done: what these were charged is compared with nothing</source>
        <translation>{1} Versuche auf privaten Daten haben keinen Plan und {2} kein Verzeichnis dessen, was getan wurde: Womit sie belastet wurden, wird mit nichts verglichen</translation>
    </message>
    <message>
        <source>{1} trial on private data has no plan, and {2} no record of what was done: what these were charged is compared with nothing</source>
        <translation>{1} Versuch auf privaten Daten hat keinen Plan und {2} kein Verzeichnis dessen, was getan wurde: Womit sie belastet wurden, wird mit nichts verglichen</translation>
    </message>
    <message>
        <source>has a plan whose &apos;{1}&apos; can&apos;t be</source>
        <translation>hat einen Plan, dessen „{1}“ nicht sein kann</translation>
    </message>
    <message>
        <source>plans for ε = {1} and δ = {2}, and reserves ε = {3} at δ = {4}</source>
        <translation>plant für ε = {1} und δ = {2} und reserviert ε = {3} bei δ = {4}</translation>
    </message>
    <message>
        <source>does not show that it trains on rows by &apos;{1}&apos;</source>
        <translation>zeigt nicht, dass auf Zeilen von „{1}“ trainiert wird</translation>
    </message>
    <message>
        <source>trains on records of {1} numbers, where its experiment has {2}</source>
        <translation>trainiert auf Datensätzen aus {1} Zahlen, wo das Experiment {2} hat</translation>
    </message>
    <message>
        <source>trains on records of {1} numbers, where its experiment has {2} by &apos;{3}&apos;</source>
        <translation>trainiert auf Datensätzen aus {1} Zahlen, wo das Experiment {2} von „{3}“ hat</translation>
    </message>
    <message>
        <source>releases weights of another shape than its plan trains</source>
        <translation>veröffentlicht Gewichte einer anderen Form, als der Plan trainiert</translation>
    </message>
    <message>
        <source>shows {1} = {2}, which is not what its plan trains with</source>
        <translation>zeigt {1} = {2}, womit der Plan nicht trainiert</translation>
    </message>
    <message>
        <source>shows μ = {1}, ε = {2} where its events give μ = {3} and another ε</source>
        <translation>zeigt μ = {1}, ε = {2}, wo die Ereignisse μ = {3} und ein anderes ε ergeben</translation>
    </message>
    <message>
        <source>charges {1} for a plan of {2}</source>
        <translation>belastet für {1}; im Plan steht: {2}</translation>
    </message>
    <message>
        <source>records {1} for trial {2}, which was charged {3}</source>
        <translation>verzeichnet {1} für Versuch {2}; belastet wurde er für: {3}</translation>
    </message>
    <message>
        <source>records other noise or sensitivities for trial {1} than its plan has</source>
        <translation>verzeichnet für Versuch {1} anderes Rauschen oder andere Sensitivitäten, als sein Plan hat</translation>
    </message>
    <message>
        <source>releases an exact score of private data</source>
        <translation>gibt eine exakte Bewertung privater Daten frei</translation>
    </message>
    <message>
        <source>reserves trial {1} for an experiment that does not go on</source>
        <translation>reserviert Versuch {1} für ein Experiment, das nicht weitergeht</translation>
    </message>
    <message>
        <source>reserves trial {1} a second time</source>
        <translation>reserviert Versuch {1} ein zweites Mal</translation>
    </message>
    <message>
        <source>names a part, an experiment or a trial of another dataset or experiment</source>
        <translation>nennt einen Teil, ein Experiment oder einen Versuch eines anderen Datensatzes oder Experiments</translation>
    </message>
    <message>
        <source>charges a trial that was not reserved</source>
        <translation>belastet für einen Versuch, der nicht reserviert wurde</translation>
    </message>
    <message>
        <source>charges a part of which its experiment reserved nothing</source>
        <translation>belastet einen Teil, von dem das Experiment nichts reserviert hat</translation>
    </message>
    <message>
        <source>takes more of part {1} than experiment {2} reserved</source>
        <translation>nimmt mehr von Teil {1}, als Experiment {2} reserviert hat</translation>
    </message>
    <message>
        <source>speaks of a trial that was not reserved</source>
        <translation>spricht von einem Versuch, der nicht reserviert wurde</translation>
    </message>
    <message>
        <source>moves trial {1} from {2} to {3}</source>
        <translation>setzt Versuch {1} von „{2}“ auf „{3}“</translation>
    </message>
    <message>
        <source>releases something of no experiment</source>
        <translation>gibt etwas von keinem Experiment frei</translation>
    </message>
    <message>
        <source>releases something of a trial that did not run</source>
        <translation>gibt etwas von einem Versuch frei, der nicht lief</translation>
    </message>
    <message>
        <source>releases something of a trial that has ended</source>
        <translation>gibt etwas von einem Versuch frei, der zu Ende ist</translation>
    </message>
    <message>
        <source>plans for a release that is made not even once</source>
        <translation>plant eine Freigabe, die kein einziges Mal geschieht</translation>
    </message>
    <message>
        <source>records a release that was made not even once</source>
        <translation>verzeichnet eine Freigabe, die kein einziges Mal geschah</translation>
    </message>
    <message>
        <source>releases something of private data that nothing was charged for</source>
        <translation>gibt etwas von privaten Daten frei, wofür nichts belastet wurde</translation>
    </message>
    <message>
        <source>releases &apos;{1}&apos;, which no charge of trial {2} pays for, or once more</source>
        <translation>gibt „{1}“ frei, was keine Belastung von Versuch {2} bezahlt, oder noch einmal</translation>
    </message>
    <message>
        <source>ends trial {1}, which released something, otherwise than as finished</source>
        <translation>beendet Versuch {1}, der etwas freigegeben hat, anders als fertig</translation>
    </message>
    <message>
        <source>is a remark on a trial that was not reserved</source>
        <translation>ist eine Bemerkung zu einem Versuch, der nicht reserviert wurde</translation>
    </message>
    <message>
        <source>follows row {1}: rows between them are missing</source>
        <translation>folgt auf Zeile {1}: Zeilen dazwischen fehlen</translation>
    </message>
    <message>
        <source>has a number that no row can have</source>
        <translation>hat eine Nummer, die keine Zeile haben kann</translation>
    </message>
    <message>
        <source>the ledger has no rows</source>
        <translation>das Kassenbuch hat keine Zeilen</translation>
    </message>
    <message>
        <source>does not follow the row before it: that one was changed, moved or taken away</source>
        <translation>folgt nicht auf die Zeile davor: Jene wurde geändert, verschoben oder entfernt</translation>
    </message>
    <message>
        <source>was changed: its contents don&apos;t match its hash</source>
        <translation>wurde geändert: Der Inhalt passt nicht zum Hash</translation>
    </message>
    <message>
        <source>has no body, or the commitment of a curator value that it isn&apos;t</source>
        <translation>hat keinen Inhalt oder eine Festlegung (Commitment) wie ein Kuratorwert, ohne einer zu sein</translation>
    </message>
    <message>
        <source>was changed: its curator value doesn&apos;t match its commitment</source>
        <translation>wurde geändert: Der Kuratorwert passt nicht zu seiner Festlegung (Commitment)</translation>
    </message>
    <message>
        <source>SQLite&apos;s own check: {1}</source>
        <translation>Prüfung durch SQLite selbst: {1}</translation>
    </message>
    <message>
        <source>names the project a second time</source>
        <translation>nennt das Projekt ein zweites Mal</translation>
    </message>
    <message>
        <source>is about a part that was not declared</source>
        <translation>handelt von einem Teil, der nicht erklärt wurde</translation>
    </message>
    <message>
        <source>declares dataset {1} a second time</source>
        <translation>erklärt Datensatz {1} ein zweites Mal</translation>
    </message>
    <message>
        <source>sets the cap of a dataset that was not declared</source>
        <translation>setzt die Obergrenze von Daten, die nicht erklärt wurden</translation>
    </message>
    <message>
        <source>sets the cap of &apos;{1}&apos; a second time</source>
        <translation>setzt die Obergrenze von „{1}“ ein zweites Mal</translation>
    </message>
    <message>
        <source>is no raise of the cap of &apos;{1}&apos; with a reason</source>
        <translation>ist keine begründete Anhebung der Obergrenze von „{1}“</translation>
    </message>
    <message>
        <source>declares a part of no dataset, or one that is there already</source>
        <translation>erklärt einen Teil von keinem Datensatz, oder einen, den es schon gibt</translation>
    </message>
    <message>
        <source>shares the account of a part that is not there</source>
        <translation>teilt das Konto eines Teils, den es nicht gibt</translation>
    </message>
    <message>
        <source>charges a part that was not declared</source>
        <translation>belastet einen Teil, der nicht erklärt wurde</translation>
    </message>
    <message>
        <source>charges an account of kind {1} as {2}</source>
        <translation>belastet ein Konto der Art „{1}“ als „{2}“</translation>
    </message>
    <message>
        <source>charges an account that has charges of both kinds, which takes no more</source>
        <translation>belastet ein Konto, das Belastungen beider Arten hat und nichts mehr annimmt</translation>
    </message>
    <message>
        <source>begins an experiment on no dataset, or a second time</source>
        <translation>beginnt ein Experiment auf keinem Datensatz, oder ein zweites Mal</translation>
    </message>
    <message>
        <source>reserves for an experiment that has not just begun</source>
        <translation>reserviert für ein Experiment, das nicht gerade erst begonnen hat</translation>
    </message>
    <message>
        <source>ends an experiment that does not go on</source>
        <translation>beendet ein Experiment, das nicht weitergeht</translation>
    </message>
    <message>
        <source>changes an experiment that does not go on</source>
        <translation>ändert ein Experiment, das nicht weitergeht</translation>
    </message>
    <message>
        <source>remarks on an experiment a second time</source>
        <translation>macht Bemerkungen zu einem Experiment ein zweites Mal</translation>
    </message>
    <message>
        <source>declares part &apos;{1}&apos;, whose rows are also in the {2} part of &apos;{3}&apos; in &apos;{4}&apos;, and neither counts what the other was charged: together ε = {5} of {6}; run on these rows again and declare the link with --linked-to</source>
        <translation>erklärt den Teil „{1}“, dessen Zeilen auch im Teil {2} von „{3}“ in „{4}“ sind, und keiner zählt, was dem anderen belastet wurde: zusammen ε = {5} von {6}; bitte noch einmal auf diesen Zeilen laufen lassen und die Verbindung mit --linked-to erklären</translation>
    </message>
    <message>
        <source>its μ² ({1}) is not its exact spend rounded up</source>
        <translation>μ² ({1}) ist nicht die aufgerundete genaue Ausgabe</translation>
    </message>
    <message>
        <source>charges less than its events cost ({1} of {2})</source>
        <translation>belastet weniger, als die Ereignisse kosten ({1} von {2})</translation>
    </message>
    <message>
        <source>passes the cap ε = {1} of part &apos;{2}&apos; of &apos;{3}&apos;</source>
        <translation>überschreitet die Obergrenze ε = {1} des Teils „{2}“ von „{3}“</translation>
    </message>
    <message>
        <source>plans other events than its trials took of part &apos;{1}&apos;</source>
        <translation>plant andere Ereignisse, als die Versuche vom Teil „{1}“ genommen haben</translation>
    </message>
    <message>
        <source>holds too little: {1}</source>
        <translation>fasst zu wenig: {1}</translation>
    </message>
    <message>
        <source>the {1} is missing</source>
        <translation>in der Datei fehlt „{1}“</translation>
    </message>
    <message>
        <source>the {1} was changed</source>
        <translation>in der Datei wurde „{1}“ geändert</translation>
    </message>
    <message>
        <source>there is a foreign {1}</source>
        <translation>in der Datei ist „{1}“ fremd</translation>
    </message>
    <message>
        <source>released values {1}… don&apos;t match their hash</source>
        <translation>die freigegebenen Werte {1}… passen nicht zu ihrem Hash</translation>
    </message>
    <message>
        <source>released values {1}… are missing</source>
        <translation>die freigegebenen Werte {1}… fehlen</translation>
    </message>
    <message>
        <source>there is a checkpoint of trial {1}, which does not run</source>
        <translation>es gibt einen Zwischenstand von Versuch {1}, der nicht läuft</translation>
    </message>
    <message>
        <source>the checkpoint of trial {1} is damaged</source>
        <translation>der Zwischenstand von Versuch {1} ist beschädigt</translation>
    </message>
    <message>
        <source>is missing: the registry remembers it, so this is an older copy or its tail was cut</source>
        <translation>fehlt: Das Register erinnert sich daran, also ist dies eine ältere Kopie, oder ihr Ende wurde abgeschnitten</translation>
    </message>
    <message>
        <source>is not the one that the registry remembers: an older copy was gone on with, or the ledger was rewritten</source>
        <translation>ist nicht die, an die sich das Register erinnert: Mit einer älteren Kopie wurde weitergemacht, oder das Kassenbuch wurde neu geschrieben</translation>
    </message>
    <message>
        <source>the tip {1} is not in the chain: this is an older copy, or was rewritten</source>
        <translation>die Spitze {1} ist nicht in der Kette: Dies ist eine ältere Kopie, oder es wurde neu geschrieben</translation>
    </message>
    <message>
        <source>the receipt of {1} is of another project, {2}: it says nothing of this file, or the whole file was made anew</source>
        <translation>die Quittung vom {1} gehört zu einem anderen Projekt, {2}: Sie sagt nichts über diese Datei, oder die ganze Datei wurde neu gemacht</translation>
    </message>
    <message>
        <source>is not the one that the receipt of {1} names: the ledger was rewritten since</source>
        <translation>ist nicht die, die in der Quittung vom {1} steht: Das Kassenbuch wurde seitdem neu geschrieben</translation>
    </message>
    <message>
        <source>is missing, though the receipt of {1} names it: this is an older copy, or its tail was cut</source>
        <translation>fehlt, obwohl sie in der Quittung vom {1} steht: Dies ist eine ältere Kopie, oder ihr Ende wurde abgeschnitten</translation>
    </message>
    <message>
        <source>its body is not what a row of kind &apos;{1}&apos; holds</source>
        <translation>der Inhalt ist nicht der einer Zeile der Art „{1}“</translation>
    </message>
    <message>
        <source>the statement has another epsilon for the {1} part than the ledger</source>
        <translation>die Aussage hat für den Teil {1} ein anderes ε als das Kassenbuch</translation>
    </message>
    <message>
        <source>the statement leaves out an account</source>
        <translation>die Aussage lässt ein Konto weg</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; can&apos;t be compared with the weights that the ledger&apos;s trial released: {2}</source>
        <translation>„{1}“ kann nicht mit den Gewichten verglichen werden, die der Versuch laut Kassenbuch freigegeben hat: {2}</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has another guarantee in it than the statement</source>
        <translation>in „{1}“ steht eine andere Garantie als in der Aussage</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; does not hold the weights that the ledger&apos;s trial released</source>
        <translation>„{1}“ enthält nicht die Gewichte, die der Versuch laut Kassenbuch freigegeben hat</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; does something else with a record than the classifier that the ledger&apos;s trial released</source>
        <translation>„{1}“ tut mit einem Datensatz etwas anderes als der Klassifikator, den der Versuch laut Kassenbuch freigegeben hat</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; has another card in it than this program writes of the ledger&apos;s trial</source>
        <translation>in „{1}“ steht eine andere Modellkarte, als dieses Programm über den Versuch im Kassenbuch schreibt</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is not what this program writes of the ledger&apos;s trial</source>
        <translation>„{1}“ ist nicht, was dieses Programm über den Versuch im Kassenbuch schreibt</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is none of the files that this program makes of a trial: its hash alone was compared</source>
        <translation>„{1}“ ist keine der Dateien, die dieses Programm aus einem Versuch macht: Nur ihre Prüfsumme wurde verglichen</translation>
    </message>
    <message>
        <source>{1}, whose words may be another version&apos;s</source>
        <translation>{1}; seine Worte können die einer anderen Version sein</translation>
    </message>
    <message>
        <source>none of the statement&apos;s files holds the weights that the ledger&apos;s trial released</source>
        <translation>keine der Dateien der Aussage enthält die Gewichte, die der Versuch laut Kassenbuch freigegeben hat</translation>
    </message>
    <message>
        <source>the statement is about another project</source>
        <translation>die Aussage betrifft ein anderes Projekt</translation>
    </message>
    <message>
        <source>the ledger does not have the tip that the statement names, at its row</source>
        <translation>das Kassenbuch hat an der Zeile, die die Aussage nennt, eine andere Spitze</translation>
    </message>
    <message>
        <source>the statement&apos;s guarantee is not the one of its experiment</source>
        <translation>die Garantie der Aussage ist nicht die ihres Experiments</translation>
    </message>
    <message>
        <source>the statement names a trial of another experiment</source>
        <translation>die Aussage nennt einen Versuch eines anderen Experiments</translation>
    </message>
    <message>
        <source>the statement&apos;s tip is older than what its trial released</source>
        <translation>die Spitze, die die Aussage nennt, ist älter als das, was ihr Versuch freigegeben hat</translation>
    </message>
    <message>
        <source>the statement lacks a field, or has one of another type</source>
        <translation>der Aussage fehlt ein Feld, oder eines hat einen anderen Typ</translation>
    </message>
    <message>
        <source>the statement&apos;s experiment can&apos;t be read: {1}</source>
        <translation>das Experiment der Aussage lässt sich nicht lesen: {1}</translation>
    </message>
    <message>
        <source>train.npy with train_labels.npy</source>
        <translation>train.npy mit train_labels.npy</translation>
    </message>
    <message>
        <source>arrays x_train and y_train</source>
        <translation>x_train und y_train</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>reserviert</translation>
    </message>
    <message>
        <source>running</source>
        <translation>in Gang</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>experiment {1}</source>
        <translation>Experiment {1}</translation>
    </message>
    <message>
        <source>trial {1}</source>
        <translation>Versuch {1}</translation>
    </message>
    <message>
        <source>the {1} part of &apos;{2}&apos;</source>
        <translation>Teil „{1}“ von „{2}“</translation>
    </message>
    <message>
        <source>the {1} part of &apos;{2}&apos; in &apos;{3}&apos;</source>
        <translation>Teil „{1}“ von „{2}“ in „{3}“</translation>
    </message>
    <message>
        <source>{1}, which shares rows with what is asked,</source>
        <translation>{1}, der Zeilen mit dem Gefragten teilt,</translation>
    </message>
    <message>
        <source>the account that {1} of &apos;{2}&apos; share, since rows of one are rows of the other,</source>
        <translation>das Konto, das sich {1} von „{2}“ teilen, weil Zeilen des einen Zeilen des anderen sind,</translation>
    </message>
    <message>
        <source>dataset &apos;{1}&apos; is private in &apos;{2}&apos;: rows once private can&apos;t be declared public</source>
        <translation>der Datensatz „{1}“ ist in „{2}“ privat: Zeilen, die einmal privat waren, können nicht öffentlich erklärt werden</translation>
    </message>
    <message>
        <source>{1} is private: rows once private can&apos;t be declared public</source>
        <translation>{1} ist privat: Zeilen, die einmal privat waren, können nicht öffentlich erklärt werden</translation>
    </message>
    <message>
        <source>rows of part &apos;{1}&apos; are private in {2}: rows once private can&apos;t be declared public; give a file without them, or declare this part as private too</source>
        <translation>Zeilen des Teils „{1}“ sind privat, und zwar in {2}: Zeilen, die einmal privat waren, können nicht öffentlich erklärt werden; eine Datei ohne sie angeben oder auch diesen Teil als privat anmelden</translation>
    </message>
    <message>
        <source>{1} was declared with another registry, of other people: give the ids that it had then</source>
        <translation>{1} wurde mit einem anderen Register erklärt, von anderen Personen: bitte die Kennungen von damals angeben</translation>
    </message>
    <message>
        <source>{1} was declared with another registry, and {2} of its people counted, now {3} would: declare here first whom it left out, and give --leave-out again</source>
        <translation>{1} wurde mit einem anderen Register erklärt, und {2} Personen zählten darin, jetzt wären es {3}: bitte zuerst hier erklären, wen er ausließ, und --leave-out wieder angeben</translation>
    </message>
    <message>
        <source>{1} was declared with another registry, and left out nobody of that project then: give the --leave-out that it had, and another once it is declared here</source>
        <translation>{1} wurde mit einem anderen Register erklärt und ließ damals niemanden aus jenem Projekt aus: bitte das --leave-out angeben, das es hatte, und ein anderes, sobald es hier erklärt ist</translation>
    </message>
    <message>
        <source>{1} was declared with another registry, and without people of another project: declare those here first, and give --leave-out again</source>
        <translation>{1} wurde mit einem anderen Register erklärt, und zwar ohne Personen eines anderen Projekts: bitte zuerst jene hier erklären und --leave-out wieder angeben</translation>
    </message>
    <message>
        <source>{1} was declared with another registry, and its rows had no ids, so that each of them was charged by itself: leave out the ids, or go on with that registry</source>
        <translation>{1} wurde mit einem anderen Register erklärt, und die Zeilen hatten keine Kennungen, also wurde jede für sich belastet: bitte die Kennungen weglassen oder mit jenem Register weitermachen</translation>
    </message>
    <message>
        <source>{1} of the people of {2}, where they were shown as public</source>
        <translation>{1} der Personen aus {2}, wo sie als öffentlich gezeigt wurden</translation>
    </message>
    <message>
        <source>rows of {1}, which training started from as public ones, so that one is enough</source>
        <translation>Zeilen von {1}, mit denen als öffentlichen ein Training begann, sodass eine genügt</translation>
    </message>
    <message>
        <source>{1} of the people of {2}</source>
        <translation>{1} der Personen aus {2}</translation>
    </message>
    <message>
        <source>{1} of the {2} rows of {3}, where they were shown as public, more than a fifth</source>
        <translation>{1} der {2} Zeilen aus {3}, wo sie als öffentlich gezeigt wurden, mehr als ein Fünftel</translation>
    </message>
    <message>
        <source>{1} of the {2} rows of {3}, more than a fifth</source>
        <translation>{1} der {2} Zeilen aus {3}, mehr als ein Fünftel</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos; has {2}: {3}</source>
        <translation>der Teil „{1}“ hat {2}: {3}</translation>
    </message>
    <message>
        <source>declare that with --linked-to {1}, or leave them out with --leave-out {1}</source>
        <translation>mit --linked-to {1} erklären, oder mit --leave-out {1} weglassen</translation>
    </message>
    <message>
        <source>declare that with --linked-to {1}</source>
        <translation>mit --linked-to {1} erklären</translation>
    </message>
    <message>
        <source>declare that with --linked-to {1}, leave them out with --leave-out {1}, or say that they are other people&apos;s with --distinct-records</source>
        <translation>mit --linked-to {1} erklären, mit --leave-out {1} weglassen, oder mit --distinct-records sagen, dass es andere Personen sind</translation>
    </message>
    <message>
        <source>declare that with --linked-to {1}, or say that they are other people&apos;s with --distinct-records</source>
        <translation>mit --linked-to {1} erklären, oder mit --distinct-records sagen, dass es die anderer Personen sind</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos; shares its budget with {2}, {3}</source>
        <translation>der Teil „{1}“ hat sein Budget gemeinsam mit {2}, {3}</translation>
    </message>
    <message>
        <source>how many records private rows have is the curator&apos;s to tell: give &apos;records&apos;, or plan in the project in which they are declared</source>
        <translation>wie viele Datensätze private Zeilen haben, sagt nur der Kurator: bitte „records“ angeben oder in dem Projekt planen, in dem sie erklärt sind</translation>
    </message>
    <message>
        <source>where a record has another number of views: charges for its views and for whole records can&apos;t be added up. Give the rows there as they are given here, or the other way round, with the same --views</source>
        <translation>dort hat ein Datensatz eine andere Zahl von Ansichten: Was für Ansichten und was für ganze Datensätze ausgegeben wurde, lässt sich nicht zusammenzählen. Bitte die Zeilen hier und dort auf dieselbe Weise angeben, mit demselben --views</translation>
    </message>
    <message>
        <source>{1}: other processes read other rows under this name than this one, which has to know the views of all of them: give all of them the same file</source>
        <translation>{1}: Andere Prozesse lesen unter diesem Namen andere Zeilen als dieser, der die Ansichten von allen kennen muss: bitte allen dieselbe Datei geben</translation>
    </message>
    <message>
        <source>whose account is about people: give the ids of these rows as well, with --record-ids</source>
        <translation>dessen Konto von Personen handelt: auch die Kennungen dieser Zeilen angeben, mit --record-ids</translation>
    </message>
    <message>
        <source>where the same rows have other ids: give those, so that their account is found</source>
        <translation>wo dieselben Zeilen andere Kennungen haben: bitte diese angeben, damit ihr Konto gefunden wird</translation>
    </message>
    <message>
        <source>which was charged for each of its rows, and not all of them are here with an id: nobody knows how many of the others one person has. Declare the most that anybody has with --rows-per-person, in a project of its own</source>
        <translation>der für jede seiner Zeilen belastet wurde, und nicht alle sind hier mit einer Kennung: Niemand weiß, wie viele der übrigen eine Person hat. Bitte mit --rows-per-person erklären, wie viele jemand höchstens hat, in einem eigenen Projekt</translation>
    </message>
    <message>
        <source>which was charged for each of its rows, and of which one person may have {1}, as another part says that shares with it: declare --rows-per-person {1} in a project of its own, so that these charges count in full</source>
        <translation>der für jede seiner Zeilen belastet wurde und von dem eine Person {1} haben kann, wie ein anderer Teil sagt, der mit ihm teilt: bitte --rows-per-person {1} in einem eigenen Projekt erklären, damit diese Belastungen ganz zählen</translation>
    </message>
    <message>
        <source>which was charged for each of its rows, and one person has {1} of them: declare --rows-per-person {1} in a project of its own, so that these charges count in full</source>
        <translation>der für jede seiner Zeilen belastet wurde, und eine Person hat {1} davon: bitte --rows-per-person {1} in einem eigenen Projekt erklären, damit diese Belastungen ganz zählen</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos; ties parts that were charged for each row to accounts about people, in which those charges would count once for all rows of a person</source>
        <translation>der Teil „{1}“ verbindet Teile, die für jede Zeile belastet wurden, mit Konten von Personen, in denen diese Belastungen für alle Zeilen einer Person nur einmal zählten</translation>
    </message>
    <message>
        <source>they were last seen in &apos;{1}&apos;</source>
        <translation>sie wurden zuletzt in „{1}“ gesehen</translation>
    </message>
    <message>
        <source>it was last seen as &apos;{1}&apos;</source>
        <translation>sie wurde zuletzt als „{1}“ gesehen</translation>
    </message>
    <message>
        <source>row {1} {2}</source>
        <translation>Zeile {1} {2}</translation>
    </message>
    <message>
        <source>these rows are private in {1} (part &apos;{2}&apos;)</source>
        <translation>diese Zeilen sind privat in {1} (Teil „{2}“)</translation>
    </message>
    <message>
        <source>train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>prior</source>
        <translation>Vorwissen</translation>
    </message>
    <message>
        <source>the train part</source>
        <translation>der Trainingsteil</translation>
    </message>
    <message>
        <source>{1} records are of none of the groups that are named</source>
        <translation>{1} Datensätze gehören zu keiner der genannten Gruppen</translation>
    </message>
    <message>
        <source>the AUC may be lost in noise: if its class has {1} of {2} records, as of {3} classes of one size, its standard error is about {4}, and of fewer than {5} there is none; what it takes is spent all the same</source>
        <translation>die AUC kann im Rauschen untergehen: Hat ihre Klasse {1} von {2} Datensätzen, wie bei {3} gleich großen Klassen, ist ihr Standardfehler etwa {4}, und von weniger als {5} gibt es keine; was sie kostet, ist trotzdem ausgegeben</translation>
    </message>
    <message>
        <source>{1} records are not valid and count as wrong</source>
        <translation>{1} Datensätze sind ungültig und zählen als falsch</translation>
    </message>
    <message>
        <source>{1} record is not valid and counts as wrong</source>
        <translation>{1} Datensatz ist ungültig und zählt als falsch</translation>
    </message>
    <message>
        <source>{1} record of the {2} part is not valid ({3} by a value, {4} by a label) and counts as empty</source>
        <translation>{1} Datensatz des Teils „{2}“ ist ungültig ({3} durch einen Wert, {4} durch ein Label) und zählt als leer</translation>
    </message>
    <message>
        <source>{1} records of the {2} part are not valid ({3} by a value, {4} by a label) and count as empty</source>
        <translation>{1} Datensätze des Teils „{2}“ sind ungültig ({3} durch einen Wert, {4} durch ein Label) und zählen als leer</translation>
    </message>
    <message>
        <source>{1} records of the {2} part are not valid ({3} by a value, {4} by labels: one that is no class, or more than {5}) and count as empty</source>
        <translation>{1} Datensätze des Teils „{2}“ sind ungültig ({3} durch einen Wert, {4} durch Labels: eines, das keine Klasse ist, oder mehr als {5}) und zählen als leer</translation>
    </message>
    <message>
        <source>{1} records of the {2} part have no row by {3} and count as empty there</source>
        <translation>{1} Datensätze des Teils „{2}“ haben keine Zeile von {3} und zählen dort als leer</translation>
    </message>
    <message>
        <source>{1} record of the {2} part has no row by {3} and counts as empty there</source>
        <translation>{1} Datensatz des Teils „{2}“ hat keine Zeile von {3} und zählt dort als leer</translation>
    </message>
    <message>
        <source>{1} rows of the {2} part have no id and count as empty</source>
        <translation>{1} Zeilen des Teils „{2}“ haben keine ID und zählen als leer</translation>
    </message>
    <message>
        <source>{1} row of the {2} part has no id and counts as empty</source>
        <translation>{1} Zeile des Teils „{2}“ hat keine ID und zählt als leer</translation>
    </message>
    <message>
        <source>{1} rows of the {2} part are beyond --rows-per-person {3} and count as empty</source>
        <translation>{1} Zeilen des Teils „{2}“ gehen über --rows-per-person {3} hinaus und zählen als leer</translation>
    </message>
    <message>
        <source>{1} row of the {2} part is beyond --rows-per-person {3} and counts as empty</source>
        <translation>{1} Zeile des Teils „{2}“ geht über --rows-per-person {3} hinaus und zählt als leer</translation>
    </message>
    <message>
        <source>{1} rows of the {2} part are of people in the train part, or in another that comes before, and count as empty</source>
        <translation>{1} Zeilen des Teils „{2}“ sind von Personen im Trainingsteil oder in einem anderen, der vorher kommt, und zählen als leer</translation>
    </message>
    <message>
        <source>{1} row of the {2} part is of a person in the train part, or in another that comes before, and counts as empty</source>
        <translation>{1} Zeile des Teils „{2}“ ist von einer Person im Trainingsteil oder in einem anderen, der vorher kommt, und zählt als leer</translation>
    </message>
    <message>
        <source>the initial weights of {1} are taken as public, but for what their own ledger paid: they must not come from private rows otherwise</source>
        <translation>die Anfangsgewichte aus {1} gelten als öffentlich, bis auf das, was ihr eigenes Kassenbuch bezahlt hat: sonst dürfen sie nicht aus privaten Zeilen stammen</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; lies on a network file system: it is written with a rollback journal, keep it open on one machine at a time</source>
        <translation>„{1}“ liegt auf einem Netzlaufwerk: es wird mit einem Rollback-Journal geschrieben; bitte immer nur auf einem Rechner öffnen</translation>
    </message>
    <message>
        <source>charges that the registry has for rows of &apos;{1}&apos; were added to its accounts</source>
        <translation>Belastungen, die das Register für Zeilen von „{1}“ hat, kamen auf dessen Konten hinzu</translation>
    </message>
    <message>
        <source>rows of part &apos;{1}&apos; were charged before, in {2}: its account opens with that</source>
        <translation>Zeilen des Teils „{1}“ wurden schon belastet, in {2}: damit beginnt sein Konto</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos; has {2} rows equal to rows of {3}; they are taken for other records with equal values</source>
        <translation>Teil „{1}“ hat {2} Zeilen, die Zeilen aus {3} gleichen; sie gelten als andere Datensätze mit gleichen Werten</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos; has {2} row equal to one of {3}; it is taken for another record with equal values</source>
        <translation>Teil „{1}“ hat {2} Zeile, die einer Zeile aus {3} gleicht; sie gilt als anderer Datensatz mit gleichen Werten</translation>
    </message>
    <message>
        <source>rows of part &apos;{1}&apos; were seen as public in {2}: what was shown of them then is not in this budget</source>
        <translation>Zeilen des Teils „{1}“ waren in {2} öffentlich: was damals von ihnen gezeigt wurde, ist nicht in diesem Budget</translation>
    </message>
    <message>
        <source>part &apos;{1}&apos; is another column of the table that {2} is of: their charges add up</source>
        <translation>Teil „{1}“ ist eine andere Spalte der Tabelle, aus der {2} ist: ihre Belastungen zählen zusammen</translation>
    </message>
    <message>
        <source>{1} holds remarks that are no sentences</source>
        <translation>{1} enthält Bemerkungen, die keine Sätze sind</translation>
    </message>
    <message>
        <source>the look at the {1} part was cut off before anything was released: epsilon {2} of experiment {3} stays taken, and nothing more was; ask again for another look, which takes its own</source>
        <translation>der Blick auf den Teil „{1}“ brach ab, bevor etwas veröffentlicht wurde: das epsilon {2} von Experiment {3} bleibt verbraucht, mehr wurde es nicht; bitte für einen neuen Blick noch einmal fragen, er kostet wieder</translation>
    </message>
    <message>
        <source>the look ended before anything was released; what it took stays taken, and another one takes its own</source>
        <translation>der Blick endete, bevor etwas veröffentlicht wurde; was er verbraucht hat, bleibt verbraucht, und ein neuer kostet wieder</translation>
    </message>
    <message>
        <source>private rows are read from a text, of which no cell is looked at before it is paid for: rows whose label is no class (text without names of classes is none) and rows with a feature that is no number (an id that no option names) count as empty; &apos;inspect --check&apos; with the same columns tells how many</source>
        <translation>Private Zeilen werden aus einem Text gelesen, von dem keine Zelle angesehen wird, bevor sie bezahlt ist: Zeilen, deren Label keine Klasse ist (Text ohne Namen der Klassen ist keine), und Zeilen mit einem Merkmal, das keine Zahl ist (eine Kennung, die keine Option nennt), zählen als leer; „inspect --check“ mit denselben Spalten sagt, wie viele</translation>
    </message>
    <message>
        <source>the project knows these rows by δ = {1}, and a budget at another δ = {2} is one of the same noise for full batches and methods whose every run is charged alone: leave out --delta, or take another --storage</source>
        <translation>das Projekt kennt diese Zeilen mit δ = {1}, und ein Budget bei einem anderen δ = {2} ist eines mit demselben Rauschen nur für volle Stapel und Methoden, deren Läufe einzeln angerechnet werden: --delta weglassen oder ein anderes Projekt (--storage) nehmen</translation>
    </message>
    <message>
        <source>{1} holds several labels a record; an empirical audit plants records of one label each: give labels of one class a record</source>
        <translation>{1} enthält mehrere Labels je Datensatz; ein empirisches Audit legt Datensätze mit je einem Label hinein: bitte Labels mit einer Klasse je Datensatz angeben</translation>
    </message>
    <message>
        <source>of private rows with several labels a record --metrics is f1 alone</source>
        <translation>von privaten Zeilen mit mehreren Labels je Datensatz gibt es mit --metrics nur f1</translation>
    </message>
    <message>
        <source>F1 is of classifiers of several labels a record; --per-class tells how one label fares in each class</source>
        <translation>F1 ist für Klassifikatoren mit mehreren Labels je Datensatz; --per-class sagt, wie es bei einem Label den einzelnen Klassen ergeht</translation>
    </message>
    <message>
        <source>of private rows with several labels a record the precision of the first prediction is counted, and F1 with --metrics f1; leave out --per-class, --groups and --label-map</source>
        <translation>von privaten Zeilen mit mehreren Labels je Datensatz wird gezählt, wie oft die erste Vorhersage stimmt, und F1 mit --metrics f1; bitte --per-class, --groups und --label-map weglassen</translation>
    </message>
    <message>
        <source>{1} has {2} rows equal to rows that are private in {3} (part &apos;{4}&apos;); they are taken for other records with equal values</source>
        <translation>{1} hat {2} Zeilen, die privaten Zeilen aus {3} gleichen (Teil „{4}“); sie gelten als andere Datensätze mit gleichen Werten</translation>
    </message>
    <message>
        <source>{1} has {2} row equal to one that is private in {3} (part &apos;{4}&apos;); it is taken for another record with equal values</source>
        <translation>{1} hat {2} Zeile, die einer privaten Zeile aus {3} gleicht (Teil „{4}“); sie gilt als anderer Datensatz mit gleichen Werten</translation>
    </message>
    <message>
        <source>stopped during the empirical audit; nothing was spent</source>
        <translation>während des empirischen Audits angehalten; nichts wurde verbraucht</translation>
    </message>
    <message>
        <source>scoring was stopped</source>
        <translation>das Bewerten wurde angehalten</translation>
    </message>
    <message>
        <source>loading the data was stopped</source>
        <translation>das Laden der Daten wurde angehalten</translation>
    </message>
    <message>
        <source>a process of this run ended, or all were told to end; an experiment that had begun goes on by &apos;resume&apos;, with any number of them, and where none had nothing was spent: run it again</source>
        <translation>ein Prozess dieses Laufs endete, oder alle sollten enden; ein Experiment, das begonnen hatte, geht mit „resume“ weiter, mit beliebig vielen Prozessen, und wo keines begonnen hatte, wurde nichts ausgegeben: bitte noch einmal starten</translation>
    </message>
    <message>
        <source>the look at the part &apos;{1}&apos; was stopped before its count was released; it stays charged</source>
        <translation>der Blick auf den Teil „{1}“ wurde angehalten, bevor seine Zahl veröffentlicht war; er bleibt angerechnet</translation>
    </message>
    <message>
        <source>stopped while counting correct predictions; nothing was released</source>
        <translation>beim Zählen richtiger Vorhersagen angehalten; nichts wurde veröffentlicht</translation>
    </message>
    <message>
        <source>stopped while adding up the mean; nothing was released</source>
        <translation>beim Aufsummieren des Mittels angehalten; nichts wurde veröffentlicht</translation>
    </message>
    <message>
        <source>stopped while counting correct predictions</source>
        <translation>beim Zählen richtiger Vorhersagen angehalten</translation>
    </message>
    <message>
        <source>training was stopped; its last checkpoint is durable</source>
        <translation>das Training wurde angehalten; sein letzter Sicherungspunkt ist gespeichert</translation>
    </message>
    <message>
        <source>the private selection was stopped</source>
        <translation>die private Auswahl wurde angehalten</translation>
    </message>
    <message>
        <source>stopped while pairing rows; nothing was released</source>
        <translation>beim Bilden von Zeilenpaaren angehalten; nichts wurde veröffentlicht</translation>
    </message>
    <message>
        <source>mapping the rows was stopped</source>
        <translation>das Abbilden der Zeilen wurde angehalten</translation>
    </message>
    <message>
        <source>dividing the rows was stopped</source>
        <translation>das Aufteilen der Zeilen wurde angehalten</translation>
    </message>
    <message>
        <source>stopped before all was measured</source>
        <translation>angehalten, bevor alles gemessen war</translation>
    </message>
    <message>
        <source>stopped; the same command goes on from here</source>
        <translation>angehalten; derselbe Befehl setzt hier fort</translation>
    </message>
    <message>
        <source>only the passes of linear heads with a finite clip are checked on a device</source>
        <translation>auf einem Gerät werden nur Durchläufe linearer Köpfe mit endlichem Clip geprüft</translation>
    </message>
    <message>
        <source>Too few by themselves, but more than a fifth with those of other parts.</source>
        <translation>Für sich zu wenige, mit denen anderer Teile aber mehr als ein Fünftel.</translation>
    </message>
    <message>
        <source>--encoder-id: {1} and {2} are both said to be {3}; results and classifiers tell encoders by their ids, so give each its own</source>
        <translation>--encoder-id: {1} und {2} sollen beide {3} sein; Ergebnisse und Klassifikatoren unterscheiden Encoder an ihren Kennungen, also braucht jeder eine eigene</translation>
    </message>
    <message>
        <source>{1}: the rows of the prior are all the same, and so are the means of its classes: there is no direction to start along</source>
        <translation>{1}: Die Zeilen des Priors sind alle gleich, also auch die Mittel seiner Klassen: Es gibt keine Richtung, in die das Training starten könnte</translation>
    </message>
    <message>
        <source>--init-scale 0 leaves hidden layers at zero, from where no gradient flows: give more, or leave it out</source>
        <translation>--init-scale 0 lässt verborgene Schichten bei null, wo kein Gradient fließt: mehr angeben oder weglassen</translation>
    </message>
    <message>
        <source>charges another part than its experiment calls &apos;{1}&apos;</source>
        <translation>belastet einen anderen Teil, als sein Experiment „{1}“ nennt</translation>
    </message>
    <message>
        <source>counts of other records than its part has</source>
        <translation>zählt andere Datensätze, als sein Teil hat</translation>
    </message>
    <message>
        <source>counts other records than its experiment planned</source>
        <translation>zählt andere Datensätze, als sein Experiment geplant hat</translation>
    </message>
    <message>
        <source>has a plan that can&apos;t be read: {1}</source>
        <translation>hat einen Plan, der nicht gelesen werden kann: {1}</translation>
    </message>
    <message>
        <source>a part of it is missing</source>
        <translation>ein Teil davon fehlt</translation>
    </message>
    <message>
        <source>has number {1}, before which others are missing</source>
        <translation>hat die Nummer {1}, vor der andere fehlen</translation>
    </message>
    <message>
        <source>has the rows of part {1}, whose account is another</source>
        <translation>hat die Zeilen von Teil {1}, dessen Konto ein anderes ist</translation>
    </message>
    <message>
        <source>is a run that its experiment has not planned</source>
        <translation>ist ein Lauf, den sein Experiment nicht geplant hat</translation>
    </message>
    <message>
        <source>it is reserved for something that is not known, &apos;{1}&apos;</source>
        <translation>sie ist für etwas reserviert, das nicht bekannt ist, „{1}“</translation>
    </message>
    <message>
        <source>looks at a part that its experiment has not planned to</source>
        <translation>betrachtet einen Teil, den sein Experiment nicht zu betrachten geplant hat</translation>
    </message>
    <message>
        <source>looks for nothing at a part that is not public</source>
        <translation>betrachtet umsonst einen Teil, der nicht öffentlich ist</translation>
    </message>
    <message>
        <source>plans for a mean of shorter rows than it has</source>
        <translation>plant einen Mittelwert kürzerer Zeilen, als es hat</translation>
    </message>
    <message>
        <source>plans for a part of which it reserves nothing</source>
        <translation>plant mit einem Teil, von dem es nichts reserviert</translation>
    </message>
    <message>
        <source>plans for a release &apos;{1}&apos; that its experiment has not planned</source>
        <translation>plant eine Freigabe „{1}“, die sein Experiment nicht geplant hat</translation>
    </message>
    <message>
        <source>plans for private rows, which its dataset&apos;s are not</source>
        <translation>plant mit privaten Zeilen, was die seines Datensatzes nicht sind</translation>
    </message>
    <message>
        <source>plans for runs that cost something else than it reserves</source>
        <translation>plant Läufe, die etwas anderes kosten, als es reserviert</translation>
    </message>
    <message>
        <source>plans for something else than what it is reserved for</source>
        <translation>plant etwas anderes, als wofür es reserviert ist</translation>
    </message>
    <message>
        <source>records more steps of trial {1} than its plan has</source>
        <translation>verzeichnet mehr Schritte des Laufs {1}, als sein Plan hat</translation>
    </message>
    <message>
        <source>releases something of another part than it looks at</source>
        <translation>gibt etwas von einem anderen Teil frei, als es betrachtet</translation>
    </message>
    <message>
        <source>reserves of a part that its plan does not name</source>
        <translation>reserviert von einem Teil, den sein Plan nicht nennt</translation>
    </message>
    <message>
        <source>shows another standard error than its count has</source>
        <translation>zeigt einen anderen Standardfehler, als seine Zählung hat</translation>
    </message>
    <message>
        <source>tells another charge than was reserved under its id</source>
        <translation>nennt eine andere Belastung, als unter ihrer Kennung reserviert wurde</translation>
    </message>
    <message>
        <source>plans for another kind of account</source>
        <translation>plant mit einer anderen Art von Konto</translation>
    </message>
    <message>
        <source>plans for another &apos;{1}&apos; than was asked for</source>
        <translation>plant mit einem anderen Wert von „{1}“, als verlangt war</translation>
    </message>
    <message>
        <source>plans for another noise than its noise multiplier gives</source>
        <translation>plant mit einem anderen Rauschen, als sein Rauschfaktor ergibt</translation>
    </message>
    <message>
        <source>selects among other runs than was asked for</source>
        <translation>wählt unter anderen Läufen aus, als verlangt war</translation>
    </message>
    <message>
        <source>releases a winner that is none of the runs that were asked for</source>
        <translation>gibt einen Sieger frei, der keiner der verlangten Läufe ist</translation>
    </message>
    <message>
        <source>releases another noise multiplier of its winner than its selection has</source>
        <translation>gibt einen anderen Rauschfaktor seines Siegers frei, als seine Auswahl hat</translation>
    </message>
    <message>
        <source>records another training of its winner than it releases</source>
        <translation>verzeichnet ein anderes Training seines Siegers, als es freigibt</translation>
    </message>
    <message>
        <source>releases another r of its winner than its learning rate gives</source>
        <translation>gibt ein anderes r seines Siegers frei, als dessen Lernrate ergibt</translation>
    </message>
    <message>
        <source>records another count of its winner than its selection scores by</source>
        <translation>verzeichnet eine andere Zählung seines Siegers als die, nach der seine Auswahl wertet</translation>
    </message>
    <message>
        <source>says that it drew no run, and releases a winner</source>
        <translation>sagt, dass es keinen Lauf gezogen hat, und gibt einen Sieger frei</translation>
    </message>
    <message>
        <source>releases the weights of a winner, and not which run it is</source>
        <translation>gibt die Gewichte eines Siegers frei, und nicht, welcher Lauf er ist</translation>
    </message>
    <message>
        <source>plans a run whose shares are not what it costs</source>
        <translation>plant einen Lauf, dessen Anteile nicht das sind, was er kostet</translation>
    </message>
    <message>
        <source>selects among runs of another cost than was planned</source>
        <translation>wählt unter Läufen aus, die anderes kosten, als geplant war</translation>
    </message>
    <message>
        <source>plans the noise of other runs than was asked for</source>
        <translation>plant das Rauschen anderer Läufe, als verlangt war</translation>
    </message>
    <message>
        <source>ends with a result that is none of its runs</source>
        <translation>endet mit einem Ergebnis, das keiner seiner Läufe ist</translation>
    </message>
    <message>
        <source>&apos;{1}&apos; is no hexadecimal digit</source>
        <translation>„{1}“ ist keine Hexadezimalziffer</translation>
    </message>
    <message>
        <source>a hexadecimal text needs an even number of digits</source>
        <translation>ein hexadezimaler Text braucht eine gerade Zahl von Ziffern</translation>
    </message>
    <message>
        <source>libcrypto could not compute SHA-256</source>
        <translation>libcrypto konnte SHA-256 nicht berechnen</translation>
    </message>
    <message>
        <source>out of memory while preparing SHA-256</source>
        <translation>zu wenig Speicher beim Vorbereiten von SHA-256</translation>
    </message>
    <message>
        <source>libcrypto has no SHA-256</source>
        <translation>libcrypto hat kein SHA-256</translation>
    </message>
    <message>
        <source>the operating system gave no random bytes; noise cannot be drawn safely</source>
        <translation>das Betriebssystem gab keine Zufallsbytes; Rauschen lässt sich nicht sicher ziehen</translation>
    </message>
    <message>
        <source>{1} trials of {2} classes are more than a GPU takes in one pass: train fewer trials together</source>
        <translation>{1} Trials mit {2} Klassen sind mehr, als eine GPU in einem Durchgang nimmt: weniger Trials zusammen trainieren</translation>
    </message>
    <message>
        <source>a pass of {1} trials of {2} classes needs {3} MiB on {4}, which has {5} MiB free: train fewer trials together, close other programs on the GPU or use --device cpu</source>
        <translation>ein Durchgang von {1} Trials mit {2} Klassen braucht {3} MiB auf {4}, wo {5} MiB frei sind: weniger Trials zusammen trainieren, andere Programme auf der GPU schließen oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>a GPU of the group left before the others; use one GPU or --device cpu</source>
        <translation>eine GPU der Gruppe hörte vor den anderen auf; bitte eine einzige GPU oder --device cpu</translation>
    </message>
    <message>
        <source>another GPU of the group failed, so this one stopped</source>
        <translation>eine andere GPU der Gruppe versagte, also hielt diese an</translation>
    </message>
    <message>
        <source>another GPU of the group failed</source>
        <translation>eine andere GPU der Gruppe versagte</translation>
    </message>
    <message>
        <source>a pass is larger than cuBLAS takes: train fewer trials together</source>
        <translation>ein Durchgang ist größer, als cuBLAS ihn nimmt: weniger Trials zusammen trainieren</translation>
    </message>
    <message>
        <source>there is no CUDA device {1}; this machine has 1, number 0</source>
        <translation>es gibt kein CUDA-Gerät {1}; dieser Rechner hat 1, Nummer 0</translation>
    </message>
    <message>
        <source>there is no CUDA device {1}; this machine has {2}, numbers from 0</source>
        <translation>es gibt kein CUDA-Gerät {1}; dieser Rechner hat {2}, Nummern ab 0</translation>
    </message>
    <message>
        <source> ({1})</source>
        <translation> ({1})</translation>
    </message>
    <message>
        <source>{1}: the GPU has too little free memory{2}; close other programs on it, train fewer trials together or use --device cpu</source>
        <translation>{1}: Die GPU hat zu wenig freien Speicher{2}; andere Programme darauf schließen, weniger Trials zusammen trainieren oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>{1}: no CUDA device was found; use --device cpu</source>
        <translation>{1}: kein CUDA-Gerät gefunden; bitte --device cpu</translation>
    </message>
    <message>
        <source>{1}: the NVIDIA driver is missing or older than the CUDA that this program was built with{2}; update it or use --device cpu</source>
        <translation>{1}: Der NVIDIA-Treiber fehlt oder ist älter als das CUDA, mit dem dieses Programm gebaut wurde{2}; bitte erneuern oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>{1}: there is no CUDA device of that number; name another or use --device cpu</source>
        <translation>{1}: Es gibt kein CUDA-Gerät dieser Nummer; bitte ein anderes nennen oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>{1}: the GPU is taken by another process{2}; wait for it or use --device cpu</source>
        <translation>{1}: Die GPU gehört gerade einem anderen Prozess{2}; darauf warten oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>{1}: this program was built for other GPUs{2}; build it with -DCMAKE_CUDA_ARCHITECTURES for this one or use --device cpu</source>
        <translation>{1}: Dieses Programm wurde für andere GPUs gebaut{2}; bitte mit -DCMAKE_CUDA_ARCHITECTURES für diese bauen oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>{1}: the step could not be recorded as a graph{2}</source>
        <translation>{1}: Der Schritt ließ sich nicht als Graph aufzeichnen{2}</translation>
    </message>
    <message>
        <source>{1}: the GPU failed{2} and can&apos;t be used by this process any more; start again, or use --device cpu</source>
        <translation>{1}: Die GPU versagte{2} und ist für diesen Prozess verloren; bitte neu starten oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>{1}: the GPU reports an error{2}; use --device cpu</source>
        <translation>{1}: Die GPU meldet einen Fehler{2}; bitte --device cpu</translation>
    </message>
    <message>
        <source>this program was built without CUDA; use --device cpu</source>
        <translation>dieses Programm wurde ohne CUDA gebaut; bitte --device cpu</translation>
    </message>
    <message>
        <source>this program was built without CUDA</source>
        <translation>dieses Programm wurde ohne CUDA gebaut</translation>
    </message>
    <message>
        <source>the CUDA backend cannot be used: this installation has no {1}; use --device cpu</source>
        <translation>das CUDA-Backend geht nicht: Diese Installation hat kein {1}; bitte --device cpu</translation>
    </message>
    <message>
        <source>the CUDA backend cannot be loaded ({1}): install the NVIDIA libraries it names, or use --device cpu</source>
        <translation>das CUDA-Backend lässt sich nicht laden ({1}): die NVIDIA-Bibliotheken installieren, die es nennt, oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>{1} is no CUDA backend of Parsimony; install this version again or use --device cpu</source>
        <translation>{1} ist kein CUDA-Backend von Parsimony; diese Version neu installieren oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>the CUDA backend did not start; use --device cpu</source>
        <translation>das CUDA-Backend startete nicht; bitte --device cpu</translation>
    </message>
    <message>
        <source>the CUDA backend is of version {1} and this program is not: install both again, or use --device cpu</source>
        <translation>das CUDA-Backend hat Version {1}, dieses Programm eine andere: beide neu installieren oder --device cpu nehmen</translation>
    </message>
    <message>
        <source>looking for a GPU</source>
        <translation>Suche nach einer GPU</translation>
    </message>
    <message>
        <source>asking the GPU what it is</source>
        <translation>Frage an die GPU, was sie ist</translation>
    </message>
    <message>
        <source>opening the GPU</source>
        <translation>Öffnen der GPU</translation>
    </message>
    <message>
        <source>starting cuBLAS</source>
        <translation>Start von cuBLAS</translation>
    </message>
    <message>
        <source>using the GPU</source>
        <translation>Benutzen der GPU</translation>
    </message>
    <message>
        <source>asking for the GPU&apos;s memory</source>
        <translation>Frage nach dem Speicher der GPU</translation>
    </message>
    <message>
        <source>reserving GPU memory</source>
        <translation>Belegen von Speicher der GPU</translation>
    </message>
    <message>
        <source>reserving pinned memory</source>
        <translation>Belegen von festgehaltenem Speicher</translation>
    </message>
    <message>
        <source>copying to the GPU</source>
        <translation>Kopieren auf die GPU</translation>
    </message>
    <message>
        <source>copying from the GPU</source>
        <translation>Kopieren von der GPU</translation>
    </message>
    <message>
        <source>clearing sums</source>
        <translation>Leeren der Summen</translation>
    </message>
    <message>
        <source>marking a queue</source>
        <translation>Markieren einer Warteschlange</translation>
    </message>
    <message>
        <source>joining queues</source>
        <translation>Zusammenführen von Warteschlangen</translation>
    </message>
    <message>
        <source>waiting for the GPU</source>
        <translation>Warten auf die GPU</translation>
    </message>
    <message>
        <source>a pass over the features</source>
        <translation>ein Durchgang über die Merkmale</translation>
    </message>
    <message>
        <source>packing the weights</source>
        <translation>Packen der Gewichte</translation>
    </message>
    <message>
        <source>the first product</source>
        <translation>das erste Produkt</translation>
    </message>
    <message>
        <source>the row-wise kernel</source>
        <translation>der zeilenweise Kernel</translation>
    </message>
    <message>
        <source>the second product</source>
        <translation>das zweite Produkt</translation>
    </message>
    <message>
        <source>adding up blocks</source>
        <translation>Aufsummieren der Blöcke</translation>
    </message>
    <message>
        <source>adding up the bias</source>
        <translation>Aufsummieren des Bias</translation>
    </message>
    <message>
        <source>noise and step</source>
        <translation>Rauschen und Schritt</translation>
    </message>
    <message>
        <source>counting a step</source>
        <translation>Zählen eines Schritts</translation>
    </message>
    <message>
        <source>recording a step</source>
        <translation>Aufzeichnen eines Schritts</translation>
    </message>
    <message>
        <source>preparing a recorded step</source>
        <translation>Vorbereiten eines aufgezeichneten Schritts</translation>
    </message>
    <message>
        <source>replaying a step</source>
        <translation>Abspielen eines Schritts</translation>
    </message>
    <message>
        <source>`{1}` chooses its methods itself and takes no --method</source>
        <translation>`{1}` wählt seine Methoden selbst und nimmt kein --method</translation>
    </message>
    <message>
        <source>timing the products</source>
        <translation>Messen der Produkte</translation>
    </message>
    <message>
        <source>adding up over GPUs</source>
        <translation>Aufsummieren über GPUs</translation>
    </message>
    <message>
        <source>each record</source>
        <translation>jeden Datensatz</translation>
    </message>
    <message>
        <source>each person with at most {1} records</source>
        <translation>jede Person mit höchstens {1} Datensätzen</translation>
    </message>
    <message>
        <source>each person, of whom at most {1} record counts</source>
        <translation>jede Person, von der höchstens {1} Datensatz zählt</translation>
    </message>
    <message>
        <source>each person, of whom at most {1} records count</source>
        <translation>jede Person, von der höchstens {1} Datensätze zählen</translation>
    </message>
    <message>
        <source>People are told apart by ids, and the budget follows them whatever numbers stand for them.</source>
        <translation>Leute werden an Kennungen unterschieden, und das Budget folgt ihnen, welche Zahlen auch für sie stehen.</translation>
    </message>
    <message>
        <source>It covers these numbers only: no ids say whose they are, and the same people&apos;s features by another encoder, or computed anew, would have a budget of their own.</source>
        <translation>Sie gilt nur für diese Zahlen: Keine Kennungen sagen, wem sie gehören, und Merkmale derselben Leute von einem anderen Encoder, oder neu berechnet, hätten ein eigenes Budget.</translation>
    </message>
    <message>
        <source>N = {1} of the {2} part</source>
        <translation>N = {1} des Teils „{2}“</translation>
    </message>
    <message>
        <source>{1}, N = {2} of the {3} part</source>
        <translation>{1}, N = {2} des Teils „{3}“</translation>
    </message>
    <message>
        <source>Public as well: {1}.</source>
        <translation>Ebenfalls öffentlich: {1}.</translation>
    </message>
    <message>
        <source>replace-one adjacency, N counted with noise</source>
        <translation>Ersetzen eines Datensatzes, N mit Rauschen gezählt</translation>
    </message>
    <message>
        <source>zero-out adjacency, N counted with noise</source>
        <translation>Nullsetzen eines Datensatzes (zero-out), N mit Rauschen gezählt</translation>
    </message>
    <message>
        <source>zero-out adjacency, N = {1} declared</source>
        <translation>Nullsetzen eines Datensatzes (zero-out), N = {1} angegeben</translation>
    </message>
    <message>
        <source>replace-one adjacency, N = {1} public</source>
        <translation>Ersetzen eines Datensatzes, N = {1} öffentlich</translation>
    </message>
    <message>
        <source>zero-out adjacency, N = {1} public</source>
        <translation>Nullsetzen eines Datensatzes (zero-out), N = {1} öffentlich</translation>
    </message>
    <message>
        <source>exact Gaussian accounting</source>
        <translation>exakter Gaußscher Rechnung</translation>
    </message>
    <message>
        <source>the smaller of numerical (PLD) and Renyi accounting</source>
        <translation>der kleineren aus numerischer (PLD) und Rényi-Rechnung</translation>
    </message>
    <message>
        <source>Renyi accounting of the whole selection ({1})</source>
        <translation>Rényi-Rechnung der ganzen Auswahl ({1})</translation>
    </message>
    <message>
        <source>Public data, simulated budget: no guarantee is claimed; on private data the same run would have cost epsilon = {1}, delta = {2}.</source>
        <translation>Öffentliche Daten, simuliertes Budget: Es wird keine Garantie gegeben; auf privaten Daten hätte derselbe Lauf ε = {1}, δ = {2} gekostet.</translation>
    </message>
    <message>
        <source>Public data, simulated budget: no guarantee is claimed, and on private data there could be none: nothing is charged for choosing among the runs, of which each would have cost epsilon = {1}, delta = {2}.</source>
        <translation>Öffentliche Daten, simuliertes Budget: Es wird keine Garantie gegeben, und auf privaten Daten könnte es keine geben: Für die Wahl unter den Läufen, von denen jeder ε = {1}, δ = {2} gekostet hätte, wird nichts berechnet.</translation>
    </message>
    <message>
        <source>Training started from weights of private rows, as the card in their file says: this classifier tells of those rows too.</source>
        <translation>Das Training begann mit Gewichten privater Zeilen, wie die Karte in ihrer Datei sagt: Dieser Klassifikator verrät auch von jenen Zeilen etwas.</translation>
    </message>
    <message>
        <source>What experiment {1} cost comes on top for the rows that it looked at: their account has both.</source>
        <translation>Was Experiment {1} gekostet hat, kommt für die Zeilen hinzu, die es ansah: Ihr Konto hat beides.</translation>
    </message>
    <message>
        <source>Training started from weights in a file; what those tell of anybody, these figures do not cover.</source>
        <translation>Das Training begann mit Gewichten aus einer Datei; was diese über irgendwen verraten, decken diese Zahlen nicht.</translation>
    </message>
    <message>
        <source>Everything this experiment releases about the {1} part is (epsilon = {2}, delta = {3})-differentially private for {4} under {5}, the fit of experiment {7} that chose its step size not included, by {6}.</source>
        <translation>Alles, was dieses Experiment über den Teil „{1}“ veröffentlicht, ist (ε = {2}, δ = {3})-differentiell privat für {4} unter {5}, die Gerade aus Experiment {7}, die seine Schrittweite bestimmte, nicht eingeschlossen, nach {6}.</translation>
    </message>
    <message>
        <source>Rows equal to those of earlier projects were declared to be other people&apos;s; of people for whom that is not so, what those projects spent comes on top.</source>
        <translation>Zeilen, die denen früherer Projekte gleichen, wurden als die anderer Leute erklärt; bei wem das nicht stimmt, kommt hinzu, was jene Projekte verbraucht haben.</translation>
    </message>
    <message>
        <source>Not private: epsilon = ∞. Trained on public data without noise and without clipping; no account was charged.</source>
        <translation>Nicht privat: Epsilon = ∞. Auf öffentlichen Daten ohne Rauschen und ohne Kappen trainiert; kein Konto wurde belastet.</translation>
    </message>
    <message>
        <source>Rows of it are exposed uncharged: they were used as public data before, and what was shown of them then is not covered.</source>
        <translation>Zeilen davon liegen ohne Belastung offen: Sie wurden früher als öffentliche Daten benutzt, und was damals von ihnen gezeigt wurde, ist nicht gedeckt.</translation>
    </message>
    <message>
        <source>Everything this experiment releases about the {1} part is (epsilon = {2}, delta = {3})-differentially private for {4} under {5}, tuning included, by {6}.</source>
        <translation>Alles, was dieses Experiment über den Teil „{1}“ veröffentlicht, ist (ε = {2}, δ = {3})-differentiell privat für {4} unter {5}, die Suche eingeschlossen, nach {6}.</translation>
    </message>
    <message>
        <source>Everything this evaluation releases about the {1} part is (epsilon = {2}, delta = {3})-differentially private for {4} under {5}, by {6}.</source>
        <translation>Alles, was diese Auswertung über den Teil „{1}“ veröffentlicht, ist (ε = {2}, δ = {3})-differentiell privat für {4} unter {5}, nach {6}.</translation>
    </message>
    <message>
        <source>Papernot and Steinke 2021</source>
        <translation>Papernot und Steinke 2021</translation>
    </message>
    <message>
        <source>Koskela and Kulkarni 2023</source>
        <translation>Koskela und Kulkarni 2023</translation>
    </message>
    <message>
        <source>Float32 sums of gradients are to be computed on --device {1}; their slack is proved for IEEE float32 in an order fixed by the shape, and is checked on that device before anything is reserved, not proved for it.</source>
        <translation>Float32-Summen der Gradienten sollen auf --device {1} gerechnet werden; ihr Spielraum ist für IEEE-float32 in einer durch die Form festgelegten Reihenfolge bewiesen und wird auf diesem Gerät geprüft, bevor etwas reserviert wird, nicht für es bewiesen.</translation>
    </message>
    <message>
        <source>Float32 sums of gradients were computed on {1}; their slack is proved for IEEE float32 in an order fixed by the shape, and was checked on this device before its runs, not proved for it.</source>
        <translation>Float32-Summen der Gradienten wurden auf {1} gerechnet; ihr Spielraum ist für IEEE-float32 in einer durch die Form festgelegten Reihenfolge bewiesen und wurde auf diesem Gerät vor seinen Läufen geprüft, nicht für es bewiesen.</translation>
    </message>
    <message>
        <source>Float32 sums of gradients were computed on {1}; their slack is proved for IEEE float32 in an order fixed by the shape, and was checked on each of these devices before its runs, not proved for it.</source>
        <translation>Float32-Summen der Gradienten wurden auf {1} gerechnet; ihr Spielraum ist für IEEE-float32 in einer durch die Form festgelegten Reihenfolge bewiesen und wurde auf jedem dieser Geräte vor seinen Läufen geprüft, nicht für es bewiesen.</translation>
    </message>
    <message>
        <source>A record is a row with all its labels, at most {1}; one with more counts as empty.</source>
        <translation>Ein Datensatz ist eine Zeile mit allen ihren Labels, höchstens {1}; einer mit mehr zählt als leer.</translation>
    </message>
</context>
</TS>
